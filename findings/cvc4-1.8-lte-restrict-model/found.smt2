; solver cvc4 --finite-model-find --lte-restrict-inst-closure
(set-logic UF)
(declare-fun y () Bool)
(assert (forall ((z Bool)) (xor y z z)))
(check-sat)
(get-model)
