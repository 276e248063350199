; crash of z3 4.15.8 to 5.4.0
(assert (xor false true))
(check-sat-using euf-completion)
