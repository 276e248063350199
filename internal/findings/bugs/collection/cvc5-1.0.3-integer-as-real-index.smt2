; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.2
; operators select to_real
; certificate own-model
; origin docs/findings.md
(declare-fun x () Int)
(declare-fun a () (Array Real Real))
(assert (not (= (select a (to_real x)) (select a 0.0))))
(check-sat)
(get-model)
