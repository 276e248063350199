(declare-datatype x ((z)))
(declare-fun p (x) Bool)
(assert (p z))
(check-sat)
