; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.4.2
; first cvc5@1.1.2
; operators -
; certificate signature
; origin docs/findings.md
(declare-fun x () (Nullable Int))
(assert (= x ((_ nullable.lift -) x)))
(check-sat)
(get-model)
