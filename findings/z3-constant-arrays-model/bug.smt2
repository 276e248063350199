; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.5.1
; operators const store
; certificate own-model
(declare-const q (Array (_ BitVec 2) Bool))
(assert (= (store ((as const (Array (_ BitVec 2) Bool)) true) #b00 false) (store (store q #b11 true) #b10 true)))
(assert (= ((as const (Array (_ BitVec 2) Bool)) false) (store q #b01 false)))
(check-sat)
(get-model)
