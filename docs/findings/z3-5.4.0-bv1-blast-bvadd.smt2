; crash of z3 5.4.0: bv1-blast on a sum, "UNEXPECTED CODE WAS REACHED" in ast.cpp; 5.1.0 ends with SIGSEGV, 4.16.0 answers unknown
(assert (= #b00 (bvadd #b00 #b00)))
(check-sat-using bv1-blast)
