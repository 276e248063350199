; cvc5 1.0.3 to 1.1.2, found by assay (further questions): the interpolant is true, which does not imply (= y 3). Without the check-sat it is (= y 3).
; 1.2.1 is right. --check-interpolants does not complain.
(set-option :produce-interpolants true)
(set-logic QF_LIA)
(declare-fun y () Int)
(assert (= y 3))
(check-sat)
(get-interpolant I (= y 3))
