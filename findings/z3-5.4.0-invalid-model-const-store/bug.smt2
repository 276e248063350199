; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.8.12
; operators const store
; certificate own-model
; engine diver
; origin arm before, run 54
(declare-const x (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const z (Array (_ BitVec 2) (_ BitVec 2)))
(assert (or (= ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00) x) (= z x)))
(assert (= (store z #b00 (_ bv1 2)) (store (store x (_ bv1 2) (_ bv1 2)) #b00 (_ bv1 2))))
(assert (= (store z #b00 #b00) (store ((as const (Array (_ BitVec 2) (_ BitVec 2))) (_ bv1 2)) #b00 #b00)))
(check-sat)
(get-model)
