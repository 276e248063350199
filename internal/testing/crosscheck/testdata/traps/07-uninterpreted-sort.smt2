; Trap 7: z3 declares the elements of U in the model and adds a cardinality formula, cvc5 writes (as @U_0 U), cvc4
; @uc_U_0.
(set-logic QF_UF)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const a U)
(declare-const b U)
(assert (distinct a b))
(assert (= (f a) b))
(assert (= (f b) a))
(check-sat)
