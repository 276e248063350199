; cvc5 1.0.3 to 1.4.2 with --fp-exp answer sat with c = 0.75 or 0.5, which RNA rounds to 1: (bvsle #b01 #b00) is false.
(set-logic ALL)
(declare-const c (_ FloatingPoint 2 3))
(declare-const u RoundingMode)
(assert (bvsle ((_ fp.to_sbv 2) RNA c) #b00))
(assert (fp.isSubnormal (fp.fma u (_ +zero 2 3) c c)))
(check-sat)
(get-model)
