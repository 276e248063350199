; Trap 12: Equality of two regular expressions.
(assert (= (re.opt (str.to_re "a")) (re.union (str.to_re "") (str.to_re "a"))))
(check-sat)
