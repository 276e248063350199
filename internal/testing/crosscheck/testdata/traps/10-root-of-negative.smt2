; Trap 10: The square root of a negative number is unspecified, so this is satisfiable; solvers that say so print
; no root.
(set-logic QF_NRAT)
(declare-const x Real)
(assert (= (sqrt x) 2.0))
(assert (< x 0.0))
(check-sat)
