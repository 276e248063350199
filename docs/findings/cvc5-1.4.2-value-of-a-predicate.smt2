; wrong value of cvc5 1.4.2: it answers sat, its model has f false everywhere, and its value of (f h) is true. 1.4.0 answers unknown, and gives
; the same model and the value false.
(set-logic UF)
(declare-sort V 0)
(declare-fun h () V)
(declare-fun f (V) Bool)
(declare-fun g () Bool)
(assert (ite (forall ((z V)) (f z)) (f h) (not g)))
(check-sat)
(get-model)
(get-value ((f h)))
