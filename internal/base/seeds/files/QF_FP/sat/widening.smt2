; Narrowing to Float16 and widening back loses something.
(set-logic QF_FP)
(set-info :status sat)
(declare-const d Float32)
(assert (let ((n ((_ to_fp 5 11) RTZ d)))
  (and (fp.isNormal n) (fp.lt ((_ to_fp 8 24) RNE n) d))))
(assert (fp.eq (fp.roundToIntegral RNA d) ((_ to_fp 8 24) RNE 3.0)))
(assert (fp.lt d (fp.roundToIntegral RTP d)))
(check-sat)
