; solver princess@2026-05-20
(set-logic QF_LRA)
(declare-const x Real)
(assert (= x 1.0))
(check-sat)
(get-model)
(get-value ((- 1.5) (+ x 0.5)))
