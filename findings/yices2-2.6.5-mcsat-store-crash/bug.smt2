; assay bug 1
; solver yices2
; class crash
; shows yices2@2.6.5
; first yices2@2.6.5
; options --mcsat
; operators store
; stack uf_plugin_build_model < mcsat_build_model < build_model
; certificate signature
(set-logic ALL)
(declare-sort T 0)
(declare-const x (Array Int T))
(declare-const c T)
(assert (distinct x (store x 0 c)))
(check-sat)
(get-model)
