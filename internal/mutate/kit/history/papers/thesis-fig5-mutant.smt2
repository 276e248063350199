; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Fig. 5 (b)
; Paper's claim: sat: a weakening
; Truth: sat: s = abc, c is a suffix of bc
(declare-const s String)
(assert (= s "abc"))
(assert (=> (and (>= 2 0) (>= 1 0)) (str.suffixof (str.substr s 2 (str.len s)) (str.substr s 1 (str.len s)))))
(check-sat)
