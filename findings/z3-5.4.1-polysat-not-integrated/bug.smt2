; assay bug 1
; solver z3
; class crash
; shows z3@5.4.1
; first z3@4.16.0
; options sat.smt=true smt.bv.solver=1
; operators push
; signature z3@4.16.0 uncaught default_exception: polysat solver is not integrated
; signature z3@5.4.0 uncaught default_exception: polysat solver is not integrated
; signature z3@5.4.1 uncaught default_exception: polysat solver is not integrated
; certificate signature
(declare-datatype x ((y (w (_ BitVec 4))) (u)))
(declare-const z x)
(assert ((_ is y) z))
(push)
(check-sat)
