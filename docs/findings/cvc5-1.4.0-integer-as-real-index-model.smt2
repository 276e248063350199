; wrong model of cvc5 1.0.3 to 1.4.0: x = 0 and a constant array, whose elements at 0.0 and (to_real x) are the same
(declare-fun x () Int)
(declare-fun a () (Array Real Real))
(assert (not (= (select a (to_real x)) (select a 0.0))))
(check-sat)
(get-model)
