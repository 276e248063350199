; solver z3@5.4.1
(declare-const z Real)
(assert (not (= 0 (- (atanh 0) (abs z)))))
(check-sat)
(get-model)
