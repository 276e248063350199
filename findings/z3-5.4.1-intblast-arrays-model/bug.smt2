; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; options smt.bv.solver=2
; operators bvuge select
; certificate own-model
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const b (Array (_ BitVec 1) (_ BitVec 1)))
(assert (bvuge (select a #b0) (select b #b0)))
(assert (= #b0 (select a #b1)))
(assert (not (= a b)))
(check-sat)
(get-model)
