; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 2, issue cvc5/6798
; Paper's claim: cvc5 (development version) said unknown; incompleteness
; Truth: sat: a true, b = 2
(declare-const a Bool)
(declare-const b Real)
(assert (or a (= 0 (* b b b))))
(assert (> (* b b) 3))
(check-sat)
