; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.13.4
; first z3@4.13.4
; options sat.smt=true
; operators * push
; certificate witness
; engine typefuzz
; origin arm one, run 62
(declare-const y Real)
(declare-const z Real)
(push)
(assert (= (* y z) 0))
(check-sat)
(assert (= z 2.0))
(check-sat)
