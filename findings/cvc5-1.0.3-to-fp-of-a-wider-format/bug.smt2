(set-logic ALL)
(declare-const x (_ FloatingPoint 10 11))
(assert (fp.isZero ((_ to_fp 5 11) RNE x)))
(check-sat)
