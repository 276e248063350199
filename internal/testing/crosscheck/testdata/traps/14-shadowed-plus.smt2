; Trap 14: Ill-sorted input: a declaration that shadows +; to z3 the formula is satisfiable. Raw, z3 answers sat
; and others refuse or guess. It must be refused, or be made well-sorted, before any solver is asked.
(declare-fun + (Int Int) Int)
(assert (distinct (+ 1 2) 3))
(check-sat)
