; cvc5 1.0.3 and cvc4 1.8, found by assay (engine diver): unsat, but the formula is satisfiable. Zero repetitions of re.all are the language of the empty
; string alone, and "A" is not in it. cvc5 1.0.9 and later answer sat.
(set-logic QF_S)
(declare-fun c () String)
(assert (str.in_re c (re.comp ((_ re.loop 0 0) re.all))))
(check-sat)
