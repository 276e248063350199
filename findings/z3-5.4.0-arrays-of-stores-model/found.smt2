; solver z3@5.4.0
(set-logic AUFLIRA)
(declare-fun r () (Array Int Real))
(declare-fun t () (Array Int Real))
(assert (= (store (store (store r 2 0.0) 0 0.0) (- 2) 0.0) (store r 2 0.0)))
(assert (= (store t 0 0.0) (store (store (store r 2 0.0) 0 0.0) 1 0.0)))
(check-sat)
(get-model)
