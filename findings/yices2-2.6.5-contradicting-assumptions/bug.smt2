(set-logic QF_NRA)
(declare-const y Bool)
(check-sat-assuming ((not y) y))
