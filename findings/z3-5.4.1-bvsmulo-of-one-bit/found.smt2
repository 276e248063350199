; solver z3@5.4.1 smt.bv.solver=2
(declare-const u (_ BitVec 1))
(push)
(assert (bvsmulo u u))
(check-sat)
