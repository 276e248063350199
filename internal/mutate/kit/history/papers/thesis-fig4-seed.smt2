; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 4 (a)
; Paper's claim: none: the seed of the next formula
; Truth: sat: s is a full stop
(declare-const s String)
(assert (= s "."))
(check-sat)
