(declare-const v Bool)
(assert v)
(check-sat-using fold-unfold)
