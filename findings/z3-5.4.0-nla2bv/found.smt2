; solver z3@5.4.0
; solver cvc5@1.4.2
; solver yices2@2.6.5
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (<= 0 0) (<= 0 0) (<= 1 (* 14126 x)) (<= (* 14126 x) 100)))
(check-sat-using (then nla2bv smt))
