; assay bug 1
; solver yices2
; class crash
; shows yices2@2.6.5
; first yices2@2.6.5
; operators select
; stack build_fun_value < int_htbl_get_obj < vtbl_mk_function
; certificate signature
; engine opfuzz
(set-logic QF_ANIA)
(declare-const x (Array Int (Array Int Int)))
(assert (= 1 (select (select x 0) 0)))
(check-sat)
(get-model)
