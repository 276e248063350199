; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 8, issue z3/5096
; Paper's claim: z3 said sat; solution soundness
; Truth: unsat (the paper says so): both replaces yield the empty string, which is no number
; Repaired: a closing parenthesis stands one term too early.
(declare-const x String)
(assert (= 0 (str.to_int (str.++ (str.replace "" x "") (str.replace "" x (str.substr x 1 0))))))
(check-sat)
