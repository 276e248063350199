; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.5.1
; operators const store
; certificate own-model
; origin docs/findings.md
(declare-fun p () (Array (_ BitVec 2) Bool))
(declare-fun q () (Array (_ BitVec 2) Bool))
(assert (= ((as const (Array (_ BitVec 2) Bool)) true) (store p #b01 true)))
(assert (= (store p #b00 false) (store (store q #b11 true) #b10 true)))
(assert (= ((as const (Array (_ BitVec 2) Bool)) false) (store q #b01 false)))
(check-sat)
(get-model)
