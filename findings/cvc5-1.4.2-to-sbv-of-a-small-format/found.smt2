; solver cvc5@1.4.2
(set-logic ALL)
(declare-const c (_ FloatingPoint 2 3))
(declare-const u RoundingMode)
(assert (bvsle ((_ fp.to_sbv 2) RNA c) #b00))
(assert (fp.isSubnormal (fp.fma u (_ +zero 2 3) c c)))
(check-sat)
(get-model)
