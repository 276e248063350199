; Overlapping prefix and suffix of a short word must agree in the middle.
(set-logic QF_S)
(set-info :status unsat)
(declare-const s String)
(assert (str.prefixof "abc" s))
(assert (str.suffixof "bde" s))
(assert (= (str.len s) 5))
(assert (=> (= (str.at s 2) "c") (= (str.at s 2) "c")))
(check-sat)
