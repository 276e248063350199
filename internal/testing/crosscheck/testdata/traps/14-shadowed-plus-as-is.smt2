; Trap 14: Ill-sorted input, handed over: a declaration that shadows +; to z3 the formula is satisfiable.
(declare-fun + (Int Int) Int)
(assert (distinct (+ 1 2) 3))
(check-sat)
