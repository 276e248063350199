; cvc4 1.8 answers unsat. (re.diff a b c) is (re.diff (re.diff a b) c), and the third argument is everything, so
; the difference is empty and "b" is not in it. z3 4.8.12 and cvc5 1.0.3 answer sat.
(set-logic QF_S)
(declare-const x String)
(assert (not (str.in_re x (re.diff (re.* re.allchar) (str.to_re "a") (re.* re.allchar)))))
(assert (= x "b"))
(check-sat)
