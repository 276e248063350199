; cvc5 1.0.3 answers unsat: it rounds 2^-2, which Float32 holds exactly, up by one place. The source has 11 exponent bits
; and a significand of 24 bits. z3 4.8.12 answers sat.
(set-logic QF_FP)
(assert (= ((_ to_fp 8 24) RTP (fp #b0 #b01111111101 (_ bv0 23))) (fp #b0 #b01111101 (_ bv0 23))))
(check-sat)
