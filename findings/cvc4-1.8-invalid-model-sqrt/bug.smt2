; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.2.1
; operators > sqrt
; certificate own-model
; engine opfuzz
; origin arm now, run 8
(declare-fun x () Real)
(assert (> x (sqrt 1.0)))
(check-sat)
(get-model)
