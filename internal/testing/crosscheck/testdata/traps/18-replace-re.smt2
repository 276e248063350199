; Trap 18: str.replace_re: z3 does not reason about it.
(set-logic QF_SLIA)
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "a"))))
(assert (= (str.replace_re x (re.+ (str.to_re "a")) "b") "b"))
(check-sat)
