(declare-const y Int)
(assert (< 0 (- (abs y))))
(check-sat)
