; solver cvc5@1.4.0
(declare-fun x () Int)
(declare-fun a () (Array Real Real))
(assert (not (= (select a (to_real x)) (select a 0.0))))
(check-sat)
(get-model)
