; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.2
; operators div select to_real
; certificate ground
; engine fusion
; origin arm a33029b, run 4
(declare-fun x () Int)
(declare-fun y () Real)
(declare-fun a () (Array Real Real))
(declare-fun r () Int)
(assert (and (= x (div r 0)) (= x 1) (= y 1.0) (not (= (select a (to_real x)) (select a y)))))
(assert (= r 0))
(check-sat)
