; assay bug 1
; solver yices2
; class invalid-model
; shows yices2@2.6.5
; first yices2@2.6.5
; options --mcsat
; certificate own-model
; origin findings/yices2-2.6.5-mcsat-array-model
(set-logic ALL)
(declare-fun y () (Array Int Int))
(declare-fun u () (Array Int Int))
(assert (not (= u y)))
(check-sat)
(get-model)
