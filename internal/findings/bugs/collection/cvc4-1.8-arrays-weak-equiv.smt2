; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; options --arrays-weak-equiv
; operators select store
; certificate own-model
; origin docs/findings.md
(declare-sort S 0)
(declare-fun n () (Array S Int))
(declare-fun q () (Array S Int))
(declare-fun y () S)
(declare-fun z () S)
(assert (= 0 (select (store n y (select q y)) z)))
(check-sat)
(get-model)
