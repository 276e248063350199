; Trap 1: z3 does not know str.update, prints an error, drops the assertion and answers sat for the rest. cvc5
; knows it and rightly says unsat.
(declare-const s String)
(assert (= s "abc"))
(assert (= s (str.update "abc" 1 "X")))
(check-sat)
