; Trap 9: fp.to_ubv of infinity is any bit-vector; the solvers pick their own and do not print it.
(set-logic QF_BVFP)
(declare-const a Float32)
(assert (fp.isInfinite a))
(assert (= ((_ fp.to_ubv 8) RNE a) #x2a))
(check-sat)
