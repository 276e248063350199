; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@5.4.0
; operators bv1-blast bvadd check-sat-using
; signature z3@5.4.0 UNEXPECTED CODE WAS REACHED. at ast.cpp:375
; certificate signature
; engine storm
; origin arm now, run 2
(assert (= #b00 (bvadd #b00 #b00)))
(check-sat-using bv1-blast)
