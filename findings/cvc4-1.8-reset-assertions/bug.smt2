; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators reset-assertions
; against cvc5 z3
; certificate ground
(set-logic ALL)
(assert false)
(reset-assertions)
(check-sat)
