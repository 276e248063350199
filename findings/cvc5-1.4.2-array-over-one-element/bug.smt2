; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.4.2
; first cvc5@1.4.0
; operators select store
; certificate own-model
(set-logic ADT)
(declare-datatype z ((v)))
(declare-sort S 0)
(declare-sort T 0)
(declare-datatype d ((e (j T))))
(declare-const m (Array S d))
(declare-const o (Array S d))
(declare-const p S)
(declare-const q (Array S d))
(declare-const r (Array S z))
(declare-const x T)
(assert (=> (= o (store q p (e (j (select q p))))) (forall ((n S)) (= (select r n) v))))
(assert (not (= m (store o p (e x)))))
(check-sat)
(get-model)
