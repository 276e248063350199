; Trap 4: cvc5 refuses every format but Float32 and Float64 without --fp-exp.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 5 11))
(assert (fp.isNaN x))
(check-sat)
