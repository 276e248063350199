; Equal averages are equal arguments.
(set-logic QF_UFLRA)
(set-info :status unsat)
(declare-fun f (Real Real) Real)
(declare-const a Real)
(declare-const b Real)
(assert (= (/ (+ a b) 2.0) b))
(assert (or (< (f a b) (f b a)) (> (f (* 2.0 a) 0.0) (f (+ a b) 0.0))))
(check-sat)
