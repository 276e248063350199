(declare-datatypes ((x 0)) (((z))))
(declare-fun p (x) Bool)
(assert (p z))
(check-sat)
