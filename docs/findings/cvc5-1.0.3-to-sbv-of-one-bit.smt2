; cvc5 1.0.3 and 1.2.1, found by assay (engine diver): segmentation fault. cvc5 1.4.2 answers sat.
(set-logic QF_BVFP)
(declare-fun r () (_ FloatingPoint 8 24))
(assert (= #b0 ((_ fp.to_sbv 1) RNA r)))
(check-sat)
