; Trap 9: fp.to_real of an infinity is any real number.
(set-logic QF_FPLRA)
(declare-const a Float32)
(assert (fp.isInfinite a))
(assert (= (fp.to_real a) 42.0))
(check-sat)
