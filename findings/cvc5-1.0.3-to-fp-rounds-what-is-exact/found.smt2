; solver cvc5@1.0.3
(set-logic QF_FP)
(assert (= ((_ to_fp 8 24) RTP (fp #b0 #b01111111101 (_ bv0 23))) (fp #b0 #b01111101 (_ bv0 23))))
(check-sat)
