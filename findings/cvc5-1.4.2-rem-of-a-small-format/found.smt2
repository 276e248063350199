; solver cvc5@1.4.2
; solver z3@5.4.1
(set-logic QF_FP)
(declare-const f (_ FloatingPoint 2 3))
(assert (= (fp.rem (fp #b0 #b01 #b00) f) (fp #b1 #b00 #b01)))
(check-sat)
