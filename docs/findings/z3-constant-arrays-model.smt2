; z3 4.8.12 to 5.4.0 answer sat, rightly, with a model in which q is true at 3, so the last assertion is false. With
; model_validate=true the newer versions say so themselves.
(declare-const p (Array (_ BitVec 2) Bool))
(declare-const q (Array (_ BitVec 2) Bool))
(assert (= ((as const (Array (_ BitVec 2) Bool)) true) (store p #b01 true)))
(assert (= (store p #b00 false) (store (store q #b11 true) #b10 true)))
(assert (= ((as const (Array (_ BitVec 2) Bool)) false) (store q #b01 false)))
(check-sat)
