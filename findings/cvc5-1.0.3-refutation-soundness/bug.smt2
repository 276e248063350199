; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.0
; against z3@5.4.0
; certificate agreement
; engine generate
; origin arm now, run 11
(set-logic QF_DT)
(declare-datatypes ((x 0)) (((y (z Bool)) (a (b Bool)))))
(declare-fun k () x)
(assert (b k))
(assert (not (z k)))
(check-sat)
