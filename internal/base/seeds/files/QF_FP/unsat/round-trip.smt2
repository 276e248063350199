; Widening a Float16 to Float32 and back is the identity.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const h Float16)
(declare-const m RoundingMode)
(assert (distinct ((_ to_fp 5 11) m ((_ to_fp 8 24) RNE h)) h))
(assert (or (= m RTP) (fp.isSubnormal h) (not (fp.isZero h))))
(check-sat)
