; to_code is injective on single characters.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const a String)
(declare-const b String)
(assert (= (str.len a) 1 (str.len b)))
(assert (= (str.to_code a) (str.to_code b)))
(assert (or (distinct a b) (> (str.to_code a) 196607) (str.< a b)))
(check-sat)
