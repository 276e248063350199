; Trap 14: Ill-sorted input, handed over: an array applied like a function.
(declare-const a (Array Int Int))
(assert (= (a 1) 2))
(assert (= (a 1) 3))
(check-sat)
