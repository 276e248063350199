; wrong unsat of z3 4.15.8 to 5.4.0: x is true and z is 1
(declare-fun z () Int)
(declare-fun x () Bool)
(assert x)
(assert (not (= z 0)))
(assert (ite x true (= z 0)))
(check-sat-using euf-completion)
