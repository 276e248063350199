; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.8.12
; options smt.arith.nl.gr_q=0
; operators const store
; certificate own-model
; engine fusion
; origin arm random, run 61
(declare-const z (_ BitVec 1))
(declare-const v (Array (_ BitVec 2) (_ BitVec 1)))
(assert (not (ite (not (= ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b1) (store v #b00 #b1))) (= #b0 z) false)))
(assert (= ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0) (store v #b01 #b0)))
(check-sat)
(get-model)
