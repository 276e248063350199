; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; operators * + - / >
; certificate own-model
; engine diver
; origin arm now, run 1
(declare-fun x () Real)
(declare-fun z () Real)
(assert (= (+ (- 2.0) (* z z)) 0.0))
(assert (> (/ x z) 2.0))
(check-sat)
(get-model)
