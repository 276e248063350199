; The arithmetic mean is at least the geometric mean.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (and (>= a 0.0) (>= b 0.0)))
(assert (let ((m (/ (+ a b) 2.0))) (< (* m m) (* a b))))
(check-sat)
