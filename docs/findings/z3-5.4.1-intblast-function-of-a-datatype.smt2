; With sat.smt=true and smt.bv.solver=2, z3 fails to verify b2i in intblast_solver.cpp. An assertion in the line before fails in a build that checks it.
(declare-datatype x ((u (c (_ BitVec 1)))))
(declare-const y x)
(declare-fun f (x) (_ BitVec 1))
(assert (= #b0 (f y)))
(check-sat)
