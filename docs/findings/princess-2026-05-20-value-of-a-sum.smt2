; wrong value of princess 2026-05-20: x is 1 in its model, and it says that x + 1/2 is 3. Alone, the sum has the right value.
(set-logic QF_LRA)
(declare-const x Real)
(assert (= x 1.0))
(check-sat)
(get-model)
(get-value ((- 1.5) (+ x 0.5)))
