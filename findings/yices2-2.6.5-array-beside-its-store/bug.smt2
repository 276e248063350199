; assay bug 1
; solver yices2
; class invalid-model
; shows yices2@2.6.5
; first yices2@2.6.5
; operators select store
; certificate own-model
(set-logic QF_ANIA)
(declare-const v Int)
(declare-const u (Array Int Int))
(assert (= v (select (store u v 0) 0)))
(assert (not (= 0 v)))
(check-sat)
(get-model)
