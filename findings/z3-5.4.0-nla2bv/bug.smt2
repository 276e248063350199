(set-logic QF_LIA)
(declare-const x Int)
(assert (and (<= 1 (* 1 x)) (<= (* 1 x) 0)))
(check-sat-using (then nla2bv smt))
