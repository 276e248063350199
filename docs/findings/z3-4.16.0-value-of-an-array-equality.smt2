; wrong value of z3 4.15.8 to 5.1.0: S has one element in the model, so (store o p v) is v everywhere, as j is; z3's value of their equality is false.
; 5.4.0 says false too, but its model does not say how many elements S has.
(declare-datatypes ((z 0)) (((w) (v))))
(declare-sort S 0)
(declare-fun j () (Array S z))
(declare-fun o () (Array S z))
(declare-fun p () S)
(assert (forall ((n S)) (= (select o n) w)))
(check-sat)
(get-model)
(get-value ((= j (store o p v))))
