; Trap 2: The label says unsat, which is wrong. Read by the solvers, it makes cvc5 and cvc4 abort (Expected result
; unsat but got sat) and z3 complain beside its answer. The label must be stripped, and then be found at fault by
; a model.
(set-info :status unsat)
(declare-const x Int)
(assert (> x 41))
(check-sat)
