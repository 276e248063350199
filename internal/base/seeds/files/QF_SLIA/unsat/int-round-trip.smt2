; from_int of a natural is a digit string; negative numbers give the empty string.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const s String)
(assert (= s (str.from_int n)))
(assert (or (and (>= n 0) (= s "")) (and (< n 0) (distinct s "")) (str.prefixof "-" s)
            (and (= n 7) (distinct (str.to_code s) 55))))
(check-sat)
