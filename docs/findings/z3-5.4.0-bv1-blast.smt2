; crash of z3 5.4.0; 5.1.0 ends with exit code 114
(assert (= #x0 ((_ zero_extend 3) #b0)))
(check-sat-using bv1-blast)
