; Trap 14: Ill-sorted input, handed over: an ite over Int and Real.
(declare-const x Int)
(declare-const y Real)
(assert (= y (ite (> x 0) x 1.5)))
(check-sat)
