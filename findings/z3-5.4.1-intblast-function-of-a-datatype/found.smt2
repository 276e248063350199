; solver z3@5.4.1 sat.smt=true smt.bv.solver=2
(declare-datatype x ((u (c (_ BitVec 1)))))
(declare-const y x)
(declare-fun f (x) (_ BitVec 1))
(assert (= #b0 (f y)))
(check-sat)
