; solver cvc5
(set-logic QF_BVFP)
(declare-fun r () (_ FloatingPoint 8 24))
(assert (= #b0 ((_ fp.to_sbv 1) RNA r)))
(check-sat)
