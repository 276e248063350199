; assay bug 1
; solver cvc5
; class invalid-value
; shows cvc5@1.3.4
; first cvc5@1.0.3
; operators get-value select store
; certificate own-model
; engine opfuzz
; origin arm now, run 1
(declare-sort S 0)
(declare-sort T 0)
(declare-datatypes ((k 0)) (((l) (s))))
(declare-datatypes ((t 0)) (((x (y k) (w T)))))
(declare-fun a () (Array S t))
(declare-fun m () S)
(declare-fun p () (Array S t))
(declare-fun q () (Array S t))
(assert (=> (= (y (select q m)) l) (= a (store p m (x l (w (select p m))))) (forall ((n S)) false)))
(check-sat)
(get-model)
(get-value ((= a (store p m (x l (w (select p m))))) true true (select a m) (store p m (x l (w (select p m))))))
