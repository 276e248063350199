; Escapes count one character each; look-alikes count as they stand.
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(assert (or (distinct (str.len "\u{61}\u0062""") 3)
            (distinct (str.len "\u{}") 4)
            (distinct "\u{61}bc" "a\u0062c")
            (str.contains (str.++ s "\x41") (str.++ s "A"))))
(check-sat)
