; solver yices2@2.6.5
; solver z3@5.4.1
(set-logic ALL)
(declare-const c (_ BitVec 1))
(assert (bvult c #b1))
(assert (distinct c #b0))
(declare-const z Bool)
(check-sat-assuming (z))
(check-sat)
