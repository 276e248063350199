; Trap 15: The index sort has two elements. The models are a lambda (z3) and a store (cvc5, cvc4) for the same
; array.
(declare-const a (Array (_ BitVec 1) Bool))
(assert (distinct a ((as const (Array (_ BitVec 1) Bool)) true)))
(assert (select a #b0))
(check-sat)
