; A parabola lies above a tangent line for every argument.
(set-logic NRA)
(set-info :status sat)
(declare-const m Real)
(assert (forall ((x Real)) (>= (* x x) (- (* 2.0 x) m))))
(assert (and (>= m 1.0) (< m 2.0)))
(check-sat)
