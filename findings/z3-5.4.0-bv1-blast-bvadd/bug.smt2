(assert (= #b00 (bvadd #b00 #b00)))
(check-sat-using bv1-blast)
