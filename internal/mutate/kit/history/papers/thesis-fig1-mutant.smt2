; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 1 (b), issue z3/5329
; Paper's claim: z3 with nlsat.randomize=false said unsat; refutation soundness
; Truth: sat (the paper says so): as the seed, with a weaker last conjunct
; Repaired: one closing parenthesis is missing.
(declare-const a Real)
(assert (forall ((b Real)) (exists ((c Real)) (and
  (= (+ a (* c (+ b c) (+ b c))) 0)
  (< a 0)
  (not (= c 0))))))
(check-sat)
