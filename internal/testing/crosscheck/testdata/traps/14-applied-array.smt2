; Trap 14: Ill-sorted input: an array applied like a function. Raw, z3 answers sat and others refuse or guess. It
; must be refused, or be made well-sorted, before any solver is asked.
(declare-const a (Array Int Int))
(assert (= (a 1) 2))
(assert (= (a 1) 3))
(check-sat)
