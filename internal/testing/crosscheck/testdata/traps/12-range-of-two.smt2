; Trap 12: A bound of two characters makes the range empty by the standard. z3 obeys, cvc5 and cvc4 refuse.
(set-logic QF_S)
(declare-const x String)
(assert (str.in_re x (re.range "ab" "c")))
(check-sat)
