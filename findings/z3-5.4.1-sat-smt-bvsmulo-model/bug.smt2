; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@4.16.0
; options nnf.mode=full sat.smt=true
; operators bvsmulo select
; certificate own-model
(declare-const x (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const w (Array (_ BitVec 1) (_ BitVec 1)))
(assert (= #b0 (ite (bvsmulo (ite (= x w) #b1 #b0) (ite (= (select x #b0) (select w #b0)) #b1 #b0)) #b1 #b0)))
(check-sat)
(get-model)
