; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 8, with <= in place of = as section 6.5 discusses
; Paper's claim: z3 said sat here too
; Truth: unsat: the number is -1 and 0 is not below it
; Repaired: as Listing 8; the operator is exchanged as the text says.
(declare-const x String)
(assert (<= 0 (str.to_int (str.++ (str.replace "" x "") (str.replace "" x (str.substr x 1 0))))))
(check-sat)
