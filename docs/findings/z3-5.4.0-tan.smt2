; z3 5.4.0 answers sat with x = 0, under which the assertion says 0 > tan 0, which is false. As a campaign found it.
(set-logic ALL)
(declare-const x Real)
(declare-const y Real)
(assert (and (> (abs (* x x)) (tan (abs (* x x)))) (or (> y 0.0) (< (+ y x) 3.0))))
(check-sat)
