; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 4 (b)
; Paper's claim: none: a weakening that must stay sat
; Truth: sat: s is a full stop
(declare-const s String)
(assert (str.contains s "."))
(check-sat)
