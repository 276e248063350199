; Paper: Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing (ESEC/FSE 2020)
; Where: Fig. 3 left, with check-sat instead of the tactic
; Paper's claim: none
; Truth: sat: a true, b false
; Repaired: parentheses are lost and reconstructed; the command is exchanged so that every solver can read it.
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert (not b))
(assert (not (and (not a) b)))
(assert a)
(check-sat)
