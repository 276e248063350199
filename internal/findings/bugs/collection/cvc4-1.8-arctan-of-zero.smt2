; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators arctan
; certificate ground
; origin docs/findings.md
(assert (= 0.0 (arctan 0.0)))
(check-sat)
(get-model)
