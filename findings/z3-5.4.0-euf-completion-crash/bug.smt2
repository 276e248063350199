(assert (xor false true))
(check-sat-using euf-completion)
