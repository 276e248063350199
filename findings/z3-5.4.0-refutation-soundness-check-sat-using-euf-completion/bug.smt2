; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.15.8
; operators < check-sat-using euf-completion
; against cvc4@1.8
; certificate witness
; engine storm
; origin arm now, run 15
(declare-fun w () Int)
(assert (< 0 w))
(assert (or (< 0 w) (= w 0)))
(check-sat-using euf-completion)
