; A word over even blocks cannot have an odd length.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const w String)
(declare-const k Int)
(assert (str.in_re w (re.* (re.union (str.to_re "aa") (str.to_re "bbbb")))))
(assert (= (str.len w) (+ (* 2 k) 1)))
(assert (< 0 k 5))
(check-sat)
