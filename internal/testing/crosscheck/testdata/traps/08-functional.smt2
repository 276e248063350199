; Trap 8: Division by zero is a function of its dividend: equal dividends give equal results, so this is unsat
; however free the value is.
(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= x y))
(assert (distinct (/ x 0.0) (/ y 0.0)))
(check-sat)
