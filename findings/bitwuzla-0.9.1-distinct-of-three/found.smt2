; solver bitwuzla@0.9.1
(set-logic QF_UF)
(declare-sort S 0)
(declare-const a S)
(declare-const b S)
(declare-const c S)
(assert (distinct a b c))
(check-sat)
