; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; operators * - > minimize
; certificate own-model
(declare-const y Real)
(assert (and (> 1.0 y) (> y 0)))
(minimize (* y (- 1.0)))
(check-sat)
(get-model)
