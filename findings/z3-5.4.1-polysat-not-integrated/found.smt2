; solver z3@5.4.1 sat.smt=true smt.bv.solver=1
(declare-datatype x ((y (w (_ BitVec 4))) (u)))
(declare-const z x)
(assert ((_ is y) z))
(push)
(check-sat)
