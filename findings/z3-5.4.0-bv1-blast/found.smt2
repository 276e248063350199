; solver z3@5.4.0
(assert (= #x0 ((_ zero_extend 3) #b0)))
(check-sat-using bv1-blast)
