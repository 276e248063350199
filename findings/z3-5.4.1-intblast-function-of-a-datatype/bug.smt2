; assay bug 1
; solver z3
; class crash
; shows z3@5.4.1
; first z3@4.16.0
; options sat.smt=true smt.bv.solver=2
; signature z3@4.16.0 Failed to verify: bNi at intblast_solver.cpp:496
; signature z3@5.4.0 Failed to verify: bNi at intblast_solver.cpp:514
; signature z3@5.4.1 Failed to verify: bNi at intblast_solver.cpp:514
; certificate signature
(declare-datatype x ((u (c (_ BitVec 1)))))
(declare-const y x)
(declare-fun f (x) (_ BitVec 1))
(assert (= #b0 (f y)))
(check-sat)
