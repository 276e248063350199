; solver z3@5.4.0
(assert (= #b00 (bvadd #b00 #b00)))
(check-sat-using bv1-blast)
