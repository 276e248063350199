; floor(x) <= x < floor(x) + 1, refuted with a half step.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const k Int)
(assert (= k (to_int (+ x 0.5))))
(assert (or (> (- (to_real k) x) 0.5) (>= (- x (to_real k)) (/ 1.0 2.0))))
(assert (=> (is_int x) (= (to_real k) x)))
(check-sat)
