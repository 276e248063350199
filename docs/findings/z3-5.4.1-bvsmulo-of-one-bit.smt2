; z3 4.13.4 to 5.4.1 with smt.bv.solver=2 stop with "NOT IMPLEMENTED YET!" in bv2int_translator.cpp.
(declare-const u (_ BitVec 1))
(push)
(assert (bvsmulo u u))
(check-sat)
