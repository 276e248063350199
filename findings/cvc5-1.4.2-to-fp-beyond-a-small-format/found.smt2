; solver cvc5@1.4.2
; solver z3@5.4.1
(set-logic QF_FP)
(declare-const f (_ FloatingPoint 3 3))
(assert (= ((_ to_fp 2 4) RTP f) (fp #b1 #b10 #b111)))
(check-sat)
