; One tenth is not a Float32; its neighbours enclose it.
(set-logic QF_FPLRA)
(set-info :status unsat)
(declare-const x Real)
(assert (= x (fp.to_real ((_ to_fp 8 24) RTN 0.1))))
(assert (or (>= x 0.1) (<= (fp.to_real ((_ to_fp 8 24) RTP (/ 1 10))) x)))
(check-sat)
