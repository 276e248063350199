; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators str.++ str.< str.replace_re_all str.to_re
; certificate own-model
; engine diver
; origin arm now, run 54
(set-logic ALL)
(declare-const x String)
(assert (str.< "\u{3c}\u{6f}" (str.replace_re_all "<oa" (str.to_re (str.++ "\u{3c}\u{6f}" x)) "\u{3c}")))
(check-sat)
(get-model)
