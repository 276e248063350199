; solver z3@5.4.0
(push 1)
(assert (distinct (asin (ite (str.< "b" "a") 2.0 0.0)) 0.0))
(check-sat)
