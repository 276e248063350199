; Trap 19: Labelled sat, but unsat. Nobody has a model, so the label can only be doubted: two unrelated solvers
; contradict it. What is found must be marked as suspected.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(assert (= (* 2 x) 7))
(check-sat)
