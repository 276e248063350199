; Trap 10: arcsin 2 is any value to cvc5; cvc4 keeps it within a half circle and says unsat.
(set-logic QF_NRAT)
(declare-const x Real)
(assert (= (arcsin 2.0) x))
(assert (> x 100.0))
(check-sat)
