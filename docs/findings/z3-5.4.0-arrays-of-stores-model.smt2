; wrong model of z3 4.5.1 to 5.4.0: r is 2 except for r[-2] = r[0] = 0, and t is 2 except for t[1] = t[2] = 0, so the second equation is 2 = 0 at -2.
(set-logic AUFLIRA)
(declare-fun r () (Array Int Real))
(declare-fun t () (Array Int Real))
(assert (= (store (store (store r 2 0.0) 0 0.0) (- 2) 0.0) (store r 2 0.0)))
(assert (= (store t 0 0.0) (store (store (store r 2 0.0) 0 0.0) 1 0.0)))
(check-sat)
(get-model)
