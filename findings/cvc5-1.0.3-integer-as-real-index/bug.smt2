; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.2
; operators select to_real
; certificate own-model
(set-logic ALL)
(declare-const x Int)
(declare-const y Real)
(declare-const a (Array Real Real))
(assert (or (and (= x 1) (= y 1.0) (distinct (select a (to_real x)) (select a y))) (and (= x 1) (= 0 x))))
(check-sat)
(get-model)
