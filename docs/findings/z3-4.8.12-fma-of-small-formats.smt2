; z3 4.8.12 answers sat. 2^7 * 1.5 times 2 is finite in no rounding but beyond the greatest number of this format, 1.75 * 2^7,
; so rounding towards zero gives that number; z3 gives a different one. cvc5 1.0.3 answers unsat.
(set-logic QF_FP)
(assert (distinct (fp.fma RTZ (fp #b0 #xe #b10) (fp #b0 #x8 #b10) (_ +zero 4 3)) (fp #b0 #xe #b11)))
(check-sat)
