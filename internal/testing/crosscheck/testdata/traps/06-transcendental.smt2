; Trap 6: The model holds the value of sin as a term. No exact evaluator can decide it, and it is not false
; either.
(declare-const x Real)
(declare-const y Real)
(assert (= y (sin x)))
(assert (> y 0.5))
(check-sat)
