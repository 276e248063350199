; Coefficients and constants beyond 64 bits.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (= (+ (* 18446744073709551617 x) (* (- 9223372036854775809) y)) 9223372036854775807))
(assert (> (+ x y) 340282366920938463463374607431768211456))
(assert (or (= (mod x 1000000007) 5) (distinct (mod y 2) 0) (< (- x y) 0)))
(check-sat)
