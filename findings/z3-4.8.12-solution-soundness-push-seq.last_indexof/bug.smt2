; assay bug 1
; solver z3
; class solution-soundness
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.12.6
; operators push seq.last_indexof
; same-as z3-4.8.12-invalid-model-seq.last_indexof
; certificate ground
; engine typefuzz
; origin arm before, run 10
(push 1)
(assert (= 0 (seq.last_indexof "" "a")))
(check-sat)
