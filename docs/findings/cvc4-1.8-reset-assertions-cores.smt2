; cvc4 1.8 dies with "Cannot trace dependence information back to input assertion" (proof_manager.cpp:318) when unsat
; cores are on: the core needs an assertion that reset-assertions has removed. The formula after it is unsat by itself.
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
