; solver z3@5.4.1 model.completion=true
(declare-datatype v ((u (a Bool)) (b) (c (d v))))
(declare-const m v)
(declare-const n v)
(assert (= m (ite (distinct m n) n m)))
(check-sat)
(get-model)
(get-value (n))
