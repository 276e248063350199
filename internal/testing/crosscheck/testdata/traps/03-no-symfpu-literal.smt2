; Trap 3: As before, with a literal: cvc4 dies in another place with another text.
(set-logic QF_BVFP)
(declare-const a Float32)
(assert (= a (fp #b0 #xff #b00000000000000000000000)))
(check-sat)
