; With sat.smt=true and smt.bv.solver=1, z3 ends with "polysat solver is not integrated".
(declare-datatype x ((y (w (_ BitVec 4))) (u)))
(declare-const z x)
(assert ((_ is y) z))
(push)
(check-sat)
