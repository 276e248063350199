; Trap 6: The only models are irrational. cvc4 finds one but refuses to check it (Cannot run check-model on a
; model with approximate values), which is no invalid model; what it prints cannot be exact.
(set-logic QF_NRA)
(declare-const x Real)
(assert (= (* x x) 2.0))
(check-sat)
