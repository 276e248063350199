; solver cvc4 --arrays-weak-equiv
(declare-sort S 0)
(declare-fun n () (Array S Int))
(declare-fun q () (Array S Int))
(declare-fun y () S)
(declare-fun z () S)
(assert (= 0 (select (store n y (select q y)) z)))
(check-sat)
(get-model)
