; There is no least positive real.
(set-logic LRA)
(set-info :status unsat)
(declare-const bias Real)
(assert (exists ((m Real)) (and (> m 0.0)
  (forall ((x Real)) (=> (and (> x 0.0) (distinct x bias)) (>= x m))))))
(assert (>= bias 0.25))
(check-sat)
