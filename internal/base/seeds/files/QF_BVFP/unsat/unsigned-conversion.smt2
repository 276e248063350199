; An unsigned byte is exact in Float32 and comes back unchanged.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const m RoundingMode)
(assert (let ((f ((_ to_fp_unsigned 8 24) m n)))
  (or (fp.isNegative f) (distinct ((_ fp.to_ubv 8) RNA f) n)
      (fp.lt f ((_ to_fp 8 24) m n)))))
(check-sat)
