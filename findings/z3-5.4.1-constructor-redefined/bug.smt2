; assay bug 1
; solver z3
; class invalid-value
; shows z3@5.4.1
; first z3@5.4.0
; options model.completion=true
; operators get-value
; certificate own-model
(declare-datatype v ((u (a Bool)) (b) (c (d v))))
(declare-const m v)
(declare-const n v)
(assert (= m (ite (distinct m n) n m)))
(check-sat)
(get-model)
(get-value (n))
