; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 4, issue cvc5-projects/279
; Paper's claim: cvc5 said unknown, but sat without the inner or; incompleteness by implication
; Truth: sat: s = 0
(declare-const s Real)
(assert (or (or false (= 0.0 s)) (< (* s (+ 6 (* s 12))) (- 1))))
(check-sat)
