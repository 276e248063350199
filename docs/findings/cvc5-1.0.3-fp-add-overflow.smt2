; cvc5 1.0.3 answers sat (with --fp-exp). -1 and -3.5 add up to -4.5, which is below the least number of the format, -3.5: rounded
; down it is -oo. z3 4.8.12 answers unsat, and so does exact evaluation.
(set-logic QF_FP)
(declare-fun a () (_ FloatingPoint 2 3))
(declare-fun c () (_ FloatingPoint 2 3))
(assert (= a (fp #b1 #b01 #b00)))
(assert (= c (fp #b1 #b10 #b11)))
(assert (not (= (fp.add RTN a c) (_ -oo 2 3))))
(check-sat)
