; crash of z3 5.4.0 with smt.sls.enable=true sls.dt_axiomatic=false
(declare-datatypes ((x 0)) (((z))))
(declare-fun p (x) Bool)
(assert (p z))
(check-sat)
