; assay bug 1
; solver cvc4
; class invalid-value
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators <= cos get-value
; certificate own-model
; engine opfuzz
; origin arm now, run 3
(check-sat)
(get-model)
(get-value (true true true (<= 0.0 (cos 1.0)) true true))
