; Trap 12: The bound is an application. cvc5 refuses while it solves, not while it reads.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (not (str.in_re x (re.range (str.++ y "a") "c"))))
(assert (= y "b"))
(check-sat)
