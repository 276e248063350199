; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators select store
; certificate own-model
; engine storm
; origin arm now, run 5
(set-logic ADT)
(declare-datatypes ((z 0)) (((v))))
(declare-sort S 0)
(declare-sort T 0)
(declare-datatypes ((d 0)) (((e (j T)))))
(declare-fun m () (Array S d))
(declare-fun o () (Array S d))
(declare-fun p () S)
(declare-fun q () (Array S d))
(declare-fun r () (Array S z))
(declare-fun x () T)
(assert (=> (= o (store q p (e (j (select q p))))) (forall ((n S)) (= (select r n) v))))
(assert (not (= m (store o p (e x)))))
(check-sat)
(get-model)
