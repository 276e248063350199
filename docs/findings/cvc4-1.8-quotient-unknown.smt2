; cvc4 1.8 answers unknown, but sat with = instead of <=. z3 4.8.12 and cvc5 1.0.3 answer sat to both.
(set-logic QF_NRA)
(declare-const r Real)
(assert (<= 1.0 (/ 2.0 3.0 r)))
(check-sat)
