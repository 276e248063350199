; Trap 5: Two check-sats and a push need --incremental in cvc5 and cvc4. The first answer is unsat, the second
; sat; comparing the wrong ones would be a false alarm.
(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 0))
(push 1)
(assert (< x 0))
(check-sat)
(pop 1)
(check-sat)
