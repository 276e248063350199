; Trap 11: Escapes end at 2FFFF, so this literal is nine plain characters. cvc5 and cvc4 take it for one; z3
; prints an error and goes on.
(set-logic QF_SLIA)
(declare-const x String)
(assert (= x "\u{30000}"))
(assert (= 9 (str.len x)))
(check-sat)
