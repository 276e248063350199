; Trap 20: boolector 1.5 reads QF_BV and QF_AUFBV only.
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (= x 3))
(check-sat)
