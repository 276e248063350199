; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.13.4
; options sls.dt_axiomatic=false smt.sls.enable=true
; stack sls::datatype_plugin::get_value < sls::context::get_value < sls::context::values2model
; certificate signature
(declare-datatype x ((z)))
(declare-fun p (x) Bool)
(assert (p z))
(check-sat)
