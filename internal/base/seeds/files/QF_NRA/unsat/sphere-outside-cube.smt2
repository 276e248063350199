; A point of the unit sphere cannot have a coordinate above one.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(assert (= (+ (* x x) (* y y) (* z z)) 1.0))
(assert (or (> x 1.0) (and (< y (- 1.0)) (> z 0.0)) (> (* z z) 1.5)))
(check-sat)
