; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.13.4
; options smt.sls.enable=true
; operators str.replace_re_all
; signature z3@4.13.4 NOT IMPLEMENTED YET! at sls_seq_plugin.cpp:442
; signature z3@4.14.1 NOT IMPLEMENTED YET! at sls_seq_plugin.cpp:499
; signature z3@5.4.0 NOT IMPLEMENTED YET! at sls_seq_plugin.cpp:508
; certificate signature
(assert (= "" (str.replace_re_all "" re.all "")))
(check-sat)
