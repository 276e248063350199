(set-logic QF_NRA)
(declare-const r Real)
(assert (<= 1.0 (/ 2.0 3.0 r)))
(check-sat)
