(set-logic QF_LRA)
(check-sat)
