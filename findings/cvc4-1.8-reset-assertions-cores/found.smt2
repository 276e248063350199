; solver cvc4
; solver cvc5
; solver z3
(set-option :global-declarations true)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(declare-fun x () (_ BitVec 4))
(declare-fun y () (_ BitVec 4))
(assert (! (bvult x y) :named a))
(reset-assertions)
(assert (! (not (bvult x y)) :named b))
(assert (! (or (bvult x y) (bvult x x)) :named c))
(check-sat)
(get-unsat-core)
