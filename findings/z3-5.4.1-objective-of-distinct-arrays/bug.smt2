; assay bug 1
; solver z3
; class invalid-objective
; shows z3@5.4.1
; first z3@4.13.4
; operators assert-soft get-objectives
; certificate own-model
(declare-const l (Array Int Int))
(declare-const n (Array Int Int))
(declare-const o (Array Int Int))
(assert (distinct n l))
(assert-soft (distinct o n l))
(check-sat)
(get-model)
(get-objectives)
