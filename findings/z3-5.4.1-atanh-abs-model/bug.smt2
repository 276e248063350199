(declare-const z Real)
(assert (not (= 0 (- (atanh 0) (abs z)))))
(check-sat)
(get-model)
