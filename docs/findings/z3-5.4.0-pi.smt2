; wrong model of z3 5.4.0: x = 6283/4000 makes 2 x = 3.1415, which is less than pi. 5.1.0 answers unknown.
(declare-fun x () Real)
(assert (>= (* x 2.0) pi x))
(check-sat)
(get-model)
