; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators str.replace_re str.to_re
; certificate own-model
; engine typefuzz
; origin arm now, run 4
(declare-fun y () String)
(assert (= "" (str.replace_re "" (str.to_re y) "a")))
(check-sat)
(get-model)
