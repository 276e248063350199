; Trap 9: 1000.0 does not fit eight bits: any value may come out.
(set-logic QF_BVFP)
(declare-const a Float32)
(assert (= a ((_ to_fp 8 24) RNE 1000.0)))
(assert (= ((_ fp.to_sbv 8) RTZ a) #x07))
(check-sat)
