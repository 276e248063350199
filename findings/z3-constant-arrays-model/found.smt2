; solver z3@5.4.0
(declare-const p (Array (_ BitVec 2) Bool))
(declare-const q (Array (_ BitVec 2) Bool))
(assert (= ((as const (Array (_ BitVec 2) Bool)) true) (store p #b01 true)))
(assert (= (store p #b00 false) (store (store q #b11 true) #b10 true)))
(assert (= ((as const (Array (_ BitVec 2) Bool)) false) (store q #b01 false)))
(check-sat)
