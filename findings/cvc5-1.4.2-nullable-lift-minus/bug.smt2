(declare-fun x () (Nullable Int))
(assert (= x ((_ nullable.lift -) x)))
(check-sat)
