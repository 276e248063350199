; Trap 14: Ill-sorted input: an ite over Int and Real. Raw, z3 answers sat and others refuse or guess. It must be
; refused, or be made well-sorted, before any solver is asked.
(declare-const x Int)
(declare-const y Real)
(assert (= y (ite (> x 0) x 1.5)))
(check-sat)
