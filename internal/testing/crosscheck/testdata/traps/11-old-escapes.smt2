; Trap 11: Backslash x 6 1 are four characters and backslash n two in the present standard. cvc5 and cvc4 print
; the backslash as an escape, z3 does not: equal strings, printed differently.
(set-logic QF_SLIA)
(declare-const x String)
(assert (= 4 (str.len "\x61")))
(assert (= x "\x61\n"))
(check-sat)
