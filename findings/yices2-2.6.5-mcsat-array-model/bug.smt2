; assay bug 1
; solver yices2
; class invalid-model
; shows yices2@2.6.5
; first yices2@2.6.5
; options --mcsat
; certificate own-model
(set-logic ALL)
(declare-const y (Array Int Int))
(declare-const u (Array Int Int))
(assert (not (= u y)))
(check-sat)
(get-model)
