; z3 4.13.4 to 5.4.1: SIGSEGV in the tactic elim-predicates, below insert_macro: the definition of a predicate is a quantified formula itself.
(declare-fun f (Bool Int) Bool)
(assert (forall ((s Bool) (t Int)) (= (f s t) (forall ((u Int)) true))))
(check-sat-using elim-predicates)
