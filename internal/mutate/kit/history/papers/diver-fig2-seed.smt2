; Paper: DIVER: Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations (ICSE 2023)
; Where: Fig. 2, lines 1 to 6
; Paper's claim: none: the seed of the next formula
; Truth: sat (the paper gives the model): t = -0
; Repaired: marks of removed lines and surplus closing parentheses are taken away.
(set-logic QF_SLIA)
(declare-fun t () String)
(assert (str.prefixof "-" (str.substr t 0 1)))
(assert (> (str.len (str.substr t 0 2)) 1))
(assert (not (= (- 1) (str.to_int (str.substr t 1 1)))))
(assert (>= (+ 0 2) (str.len t)))
(check-sat)
