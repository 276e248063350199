(set-logic ALL)
(declare-const x (Nullable Int))
(assert (= x ((_ nullable.lift -) x)))
(check-sat)
