; Trap 12: A loop of one index is z3's own notation.
(set-logic QF_S)
(declare-const x String)
(assert (str.in_re x ((_ re.loop 2) (str.to_re "a"))))
(assert (= (str.len x) 3))
(check-sat)
