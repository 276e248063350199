; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 3, issue z3/5338
; Paper's claim: z3's development version said unknown, 4.8.10 said unsat; incompleteness, a regression
; Truth: unsat (the paper says so): not every integer is 0
(assert (forall ((v Int)) (= 0 v)))
(assert (= 0 (mod 0 0)))
(check-sat)
