; Trap 17: A tactic in place of a solver decides nothing: z3 says unknown although the formula is trivially sat.
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert (and (not b) a))
(check-sat-using dom-simplify)
