; cvc4 1.8 answers sat, and its own check of the model agrees. pi is not 1/4.
; z3 4.8.12 (which spells it pi) and cvc5 1.0.3 answer unsat.
(set-logic ALL)
(assert (= real.pi 0.25))
(check-sat)
