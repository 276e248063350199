(set-logic QF_LIA)
(declare-fun x () Int)
(assert (and (<= 1 (* 1 x)) (<= (* 1 x) 0)))
(check-sat-using (then nla2bv smt))
