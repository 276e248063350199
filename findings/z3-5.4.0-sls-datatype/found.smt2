; solver z3@5.4.0 sls.dt_axiomatic=false smt.sls.enable=true
(declare-datatypes ((x 0)) (((z))))
(declare-fun p (x) Bool)
(assert (p z))
(check-sat)
