; solver z3@4.8.12
(set-logic QF_FP)
(assert (distinct (fp.fma RTZ (fp #b0 #xe #b10) (fp #b0 #x8 #b10) (_ +zero 4 3)) (fp #b0 #xe #b11)))
(check-sat)
