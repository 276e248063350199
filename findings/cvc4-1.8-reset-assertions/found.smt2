; solver cvc4
; solver cvc5
; solver z3
(set-option :global-declarations true)
(set-logic QF_UF)
(declare-fun x () Bool)
(declare-fun y () Bool)
(assert (= x y))
(reset-assertions)
(assert (distinct x y))
(check-sat)
