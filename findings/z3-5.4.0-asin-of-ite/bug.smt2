; assay bug 1
; solver z3
; class solution-soundness
; shows z3@5.4.0
; first z3@5.4.0
; operators arcsin str.<
; certificate ground
(push)
(assert (distinct (asin (ite (str.< "b" "a") 1.0 0)) 0))
(check-sat)
