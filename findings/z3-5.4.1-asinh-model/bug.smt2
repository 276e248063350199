; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; operators <= > asinh
; certificate own-model
(declare-const x Int)
(assert (or (> 0 (asinh 0)) (<= x 0)))
(check-sat)
(get-model)
