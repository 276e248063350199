; Trap 12: A loop with its bounds as arguments is z3's own notation.
(set-logic QF_S)
(declare-const x String)
(assert (str.in_re x (re.loop (str.to_re "a") 2 3)))
(check-sat)
