; z3 4.13.4 to 5.4.1 with sat.smt=true nnf.mode=full answer sat with y = 0: no number is below the negation of an absolute value.
(declare-const y Int)
(assert (< 0 (- (abs y))))
(check-sat)
(get-model)
