; The product of two integral reals is integral.
(set-logic QF_NIRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Int)
(assert (is_int a))
(assert (and (<= 0.0 a) (<= a 3.0)))
(assert (= (* a (to_real b)) (+ (to_real (* 2 b)) 0.5)))
(check-sat)
