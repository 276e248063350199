; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.8.12
; operators const store zero_extend
; certificate own-model
; engine diver
; origin arm before, run 54
(declare-const y (_ BitVec 1))
(declare-const x (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const z (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const w (_ BitVec 2))
(assert (or (= ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00) x) (= x ((as const (Array (_ BitVec 2) (_ BitVec 2))) ((_ zero_extend 1) y)))))
(assert (= (store z w (_ bv1 2)) (store x (_ bv1 2) (_ bv1 2))))
(assert (= ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b00) (store z #b00 #b00)))
(check-sat)
(get-model)
