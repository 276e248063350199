; z3 5.4.1 answers sat with z = 0: (atanh 0) and (abs 0) are 0, so the difference is 0, which is excluded.
(declare-const z Real)
(assert (not (= 0 (- (atanh 0) (abs z)))))
(check-sat)
(get-model)
