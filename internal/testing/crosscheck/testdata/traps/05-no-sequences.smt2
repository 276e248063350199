; Trap 5: cvc4 1.8 does not know the sort Seq.
(declare-const s (Seq Int))
(assert (= (seq.len s) 2))
(check-sat)
