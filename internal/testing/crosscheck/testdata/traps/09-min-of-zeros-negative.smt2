; Trap 9: fp.min of zeros of different sign may be either zero, so both this file and its twin are satisfiable,
; though no fixed choice satisfies both.
(set-logic QF_FP)
(assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ -zero 8 24)))
(check-sat)
