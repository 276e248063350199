; cvc4 1.8 answers unsat: an assertion survives reset-assertions. After it only x /= y is asserted, which x = true,
; y = false satisfies (SMT-LIB 2.6, section 4.1.5: reset-assertions removes all assertions; with :global-declarations the
; declarations stay). z3 4.8.12 and cvc5 1.0.3 answer sat. Found by storm, whose witness was evaluated.
(set-option :global-declarations true)
(set-logic QF_UF)
(declare-fun x () Bool)
(declare-fun y () Bool)
(assert (= x y))
(reset-assertions)
(assert (distinct x y))
(check-sat)
