; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.13.4
; first z3@4.5.1
; behaves z3@4.15.8
; operators const store
; certificate own-model
; engine opfuzz
; origin arm before, run 3
(declare-fun x () (Array (_ BitVec 1) (_ BitVec 1)))
(assert (= ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b1) (store x #b0 #b1)))
(assert (= ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0) (store x #b0 #b0)))
(check-sat)
(get-model)
