; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; operators const store
; certificate signature
; engine diver
; origin arm now, run 13
(set-logic QF_ALIA)
(declare-fun y () (Array (Array Int Int) (Array Int Int)))
(assert (distinct y (store ((as const (Array (Array Int Int) (Array Int Int))) ((as const (Array Int Int)) 1)) ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 0))))
(check-sat)
