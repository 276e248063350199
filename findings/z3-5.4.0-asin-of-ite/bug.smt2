(push)
(assert (distinct (asin (ite (str.< "b" "a") 1.0 0)) 0))
(check-sat)
