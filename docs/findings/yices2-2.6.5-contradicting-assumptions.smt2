; yices2 2.6.5 answers sat to assumptions that contradict each other, where the logic makes it use its solver for nonlinear arithmetic.
(set-logic QF_NRA)
(declare-const y Bool)
(check-sat-assuming ((not y) y))
