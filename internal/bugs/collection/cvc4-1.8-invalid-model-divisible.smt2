; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators divisible
; certificate own-model
; engine storm
; origin arm now, run 2
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (not ((_ divisible 2) x)))
(check-sat)
(get-model)
