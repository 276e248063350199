; wrong sat of z3 4.8.12 to 5.4.0: no multiple of 14126 lies between 1 and 100. The goal has bit-vectors after nla2bv, and the logic
; QF_LIA has none: the model of z3 has "universes" of bit-vectors. Without set-logic it answers unknown.
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (<= 0 0) (<= 0 0) (<= 1 (* 14126 x)) (<= (* 14126 x) 100)))
(check-sat-using (then nla2bv smt))
