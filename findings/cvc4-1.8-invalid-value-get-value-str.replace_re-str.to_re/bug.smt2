; assay bug 1
; solver cvc4
; class invalid-value
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators get-value str.replace_re str.to_re
; certificate own-model
; engine diver
; origin arm before, run 53
(set-logic ALL)
(declare-const u String)
(check-sat)
(get-model)
(get-value ((str.replace_re "" (str.to_re u) "a")))
