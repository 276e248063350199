; Trap 19: Labelled unsat, but x = AB is a model. All solvers contradict the label, and a model proves them right.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(assert (= (str.replace x "A" "") "B"))
(assert (distinct x "B"))
(check-sat)
