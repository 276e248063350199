; solver z3@5.4.0
(assert (xor false true))
(check-sat-using euf-completion)
