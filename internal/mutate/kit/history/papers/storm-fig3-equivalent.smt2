; Paper: Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing (ESEC/FSE 2020)
; Where: Fig. 3 right
; Paper's claim: an equivalent formula that does not show the fault
; Truth: sat: a true, b false
; Repaired: parentheses are lost and reconstructed.
(declare-fun a () Bool)
(declare-fun b () Bool)
(assert (and (not b) a))
(check-sat-using dom-simplify)
