; assay bug 1
; solver yices2
; class solution-soundness
; shows yices2@2.6.5
; first yices2@2.6.5
; operators bvult check-sat-assuming
; against z3@5.4.1
; certificate agreement
(set-logic ALL)
(declare-const c (_ BitVec 1))
(assert (bvult c #b1))
(assert (distinct c #b0))
(declare-const z Bool)
(check-sat-assuming (z))
(check-sat)
