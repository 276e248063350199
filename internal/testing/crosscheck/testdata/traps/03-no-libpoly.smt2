; Trap 3: cvc5 is asked for the coverings solver, which its build lacks: an error about configuring, and no
; answer.
(set-logic QF_NRA)
(declare-const x Real)
(assert (= (* x x) 2.0))
(check-sat)
