; solver z3@5.4.1+assertions lp.int_hammer_period=0
(set-logic QF_LRA)
(check-sat)
