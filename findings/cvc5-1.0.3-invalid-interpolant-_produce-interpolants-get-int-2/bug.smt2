; assay bug 1
; solver cvc5
; class invalid-interpolant
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.2.1
; operators :produce-interpolants get-interpolant store
; certificate own-model
; engine diver
; origin arm now, run 11
(set-option :produce-interpolants true)
(declare-fun w () (Array Int Int))
(declare-fun v () (Array Int Int))
(declare-fun p () Int)
(declare-fun q () Int)
(declare-fun x () Int)
(assert (= v (store w x p)))
(check-sat)
(get-interpolant I. (or (= q (select w x)) (= v (store w x p))))
