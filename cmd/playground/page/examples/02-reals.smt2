; Reals: a right model, with the square root of two
(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= (* x x) 2))
(assert (< 1 x))
(assert (= (+ (* x y) 1) (* y y)))
(check-sat)
(get-model)
