; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.12.6
; options nnf.mode=full sat.smt=true
; operators select store
; certificate own-model
(declare-const x Bool)
(declare-const z Int)
(declare-const a (Array Bool Int))
(assert (= (ite x z 0) (select (store a x z) false)))
(check-sat)
(get-model)
