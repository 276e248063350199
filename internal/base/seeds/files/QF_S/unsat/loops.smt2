; (aa){2,3} has only even lengths; the intersection with odd powers is empty.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x ((_ re.loop 2 3) (str.to_re "aa"))))
(assert (or (str.in_re x ((_ re.^ 5) (str.to_re "a")))
            (str.in_re x ((_ re.loop 4 2) re.allchar))
            (str.in_re x (re.++ (str.to_re "b") (re.* re.allchar)))))
(check-sat)
