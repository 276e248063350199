; A quadratic with negative discriminant has no real root.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const t Real)
(declare-const k Real)
(assert (= (+ (* k t t) t 1.0) 0.0))
(assert (> k 0.25))
(assert (or (< k 2.0) (> (* k k) 3.9)))
(check-sat)
