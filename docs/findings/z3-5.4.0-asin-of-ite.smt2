; z3 5.4.0 answers sat, with a model without any symbol; the argument is 0, and asin of 0 is 0. Without push it answers unsat;
; z3 4.8.12 does so with and without push. acos of 1 goes wrong in the same way; sin, exp and atan do not.
(push 1)
(assert (distinct (asin (ite (str.< "b" "a") 2.0 0.0)) 0.0))
(check-sat)
