; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; options sat.smt=true
; operators NaN RNE
; certificate own-model
; engine generate
; origin arm one, run 75
(declare-const c RoundingMode)
(declare-const j (_ FloatingPoint 2 2))
(assert (= (_ NaN 2 2) j))
(assert (= c RNE))
(check-sat)
(get-model)
