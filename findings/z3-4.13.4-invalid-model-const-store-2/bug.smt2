; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.13.4
; first z3@4.13.4
; behaves z3@4.16.0
; operators const store
; certificate own-model
; engine fusion
; origin arm none, run 61
(declare-const z (_ BitVec 1))
(declare-const v (Array (_ BitVec 1) (_ BitVec 1)))
(assert (not (ite (not (= ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b1) v)) (= #b0 z) false)))
(assert (= ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0) (store v #b0 #b0)))
(check-sat)
(get-model)
