; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 5 (a)
; Paper's claim: sat
; Truth: sat: s = abc
(declare-const s String)
(assert (= s "abc"))
(assert (> 2 1))
(check-sat)
