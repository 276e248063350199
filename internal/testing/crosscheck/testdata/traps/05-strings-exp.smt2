; Trap 5: Without --strings-exp cvc5 and cvc4 refuse str.indexof, from the middle of solving.
(set-logic QF_SLIA)
(declare-const x String)
(assert (= (str.indexof x "a" 0) 3))
(check-sat)
