; Trap 10: z3 leaves 0^0 free and finds a model with 7; cvc5 and cvc4 fix it to 1 and say unsat. The operator is
; in no standard theory.
(declare-const x Real)
(assert (= 7.0 (^ x 0.0)))
(check-sat)
