; solver cvc4
(set-logic QF_S)
(declare-const x String)
(assert (not (str.in_re x (re.diff (re.* re.allchar) (str.to_re "a") (re.* re.allchar)))))
(assert (= x "b"))
(check-sat)
