; assay bug 1
; solver z3
; class crash
; shows z3@5.4.1
; first z3@4.16.0
; options smt.bv.solver=2
; operators bvsmulo push
; signature z3@4.16.0 NOT IMPLEMENTED YET! at bv2int_translator.cpp:544
; signature z3@5.4.0 NOT IMPLEMENTED YET! at bv2int_translator.cpp:611
; signature z3@5.4.1 NOT IMPLEMENTED YET! at bv2int_translator.cpp:611
; certificate signature
(declare-const u (_ BitVec 1))
(push)
(assert (bvsmulo u u))
(check-sat)
