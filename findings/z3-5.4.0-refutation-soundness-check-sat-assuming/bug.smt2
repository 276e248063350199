; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.13.4
; options sat.smt=true
; operators check-sat-assuming
; against cvc4@1.8
; certificate witness
; engine generate
; origin arm one, run 77
(declare-const b Int)
(declare-const k Int)
(assert (or (= 0 k) (= 0 b)))
(check-sat-assuming (true))
(assert (not (= k 0)))
(check-sat)
