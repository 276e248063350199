; assay bug 1
; solver yices2
; class invalid-model
; shows yices2@2.6.5
; first yices2@2.6.5
; options --mcsat
; operators select
; certificate own-model
(set-logic ALL)
(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const b (Array (_ BitVec 1) (_ BitVec 1)))
(assert (and (= (select a #b0) (select b #b0)) (= (select a #b1) (select b #b1)) (not (= a b))))
(check-sat)
(get-model)
