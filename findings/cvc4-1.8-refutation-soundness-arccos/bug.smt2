; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators * <= arccos to_real
; certificate witness
; engine typefuzz
; origin arm before, run 3
(declare-fun w () Int)
(assert (<= (* (arccos 10.0) w) 0))
(check-sat)
