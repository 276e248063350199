; Paper: Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing (ESEC/FSE 2020)
; Where: Fig. 3 left
; Paper's claim: z3's tactic dom-simplify turned it into unsat; refutation soundness
; Truth: sat: a true, b false
; Repaired: parentheses are lost and reconstructed.
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert (not b))
(assert (not (and (not a) b)))
(assert a)
(check-sat-using dom-simplify)
