; solver z3@5.4.1
(declare-const l (Array Int Int))
(declare-const n (Array Int Int))
(declare-const o (Array Int Int))
(assert (distinct n l))
(assert-soft (distinct o n l))
(check-sat)
(get-model)
(get-objectives)
