; solver z3@5.4.1+assertions
(declare-const v Bool)
(assert v)
(check-sat-using fold-unfold)
