(assert (= #x0 ((_ zero_extend 3) #b0)))
(check-sat-using bv1-blast)
