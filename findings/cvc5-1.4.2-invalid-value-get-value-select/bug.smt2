; assay bug 1
; solver cvc5
; class invalid-value
; shows cvc5@1.4.2
; first cvc5@1.4.2
; operators - <= get-value select
; same-as cvc5-1.4.2-invalid-value-get-value
; certificate own-model
; engine storm
; origin arm now, run 8
(set-logic ALIA)
(declare-fun y () Int)
(declare-fun a () (Array Int Int))
(assert (forall ((b Int)) (= 0 (select a b))))
(assert (or (= 0 (- y 1)) (forall ((d Int)) (not (and (<= 1 d) (<= d y))))))
(assert (not (and (<= 0 (- y 1)) (= 0 y))))
(check-sat)
(get-model)
(get-value (true (= 0 y) true 0 0 true))
