; solver yices2@2.6.5
; solver z3@5.4.1
; solver cvc5@1.4.2
(set-logic QF_NRA)
(declare-const y Bool)
(check-sat-assuming ((not y) y))
