; assay bug 1
; solver z3
; class invalid-value
; shows z3@4.16.0
; first z3@4.15.8
; behaves z3@5.4.0
; operators get-value select store
; certificate own-model
; engine opfuzz
; origin arm now, run 17
(declare-datatypes ((z 0)) (((w) (v))))
(declare-sort S 0)
(declare-datatypes ((k 0)) (((l))))
(declare-datatypes ((t 0)) (((y))))
(declare-fun j () (Array S z))
(declare-fun o () (Array S z))
(declare-fun p () S)
(declare-fun q () (Array S t))
(assert (forall ((n S)) (= (select o n) w)))
(check-sat)
(get-model)
(get-value (true (= j (store o p v)) l q true))
