; assay bug 1
; solver yices2
; class invalid-model
; shows yices2@2.6.5
; first yices2@2.6.5
; options --mcsat
; operators > div select
; certificate own-model
(set-logic ALL)
(declare-const v Int)
(declare-const a (Array Int Int))
(assert (= (select a 0) 1))
(assert (> 0 (div v 2)))
(check-sat)
(get-model)
