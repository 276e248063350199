(set-logic ALL)
(assert (= ((_ to_fp 8 24) RTP (fp #b0 #b01111111101 #x00)) (fp #b0 #x7d (_ bv0 23))))
(check-sat)
