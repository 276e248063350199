; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; options --arrays-weak-equiv
; operators select store
; certificate own-model
(set-logic ALL)
(declare-sort S 0)
(declare-const n (Array S Int))
(declare-const q (Array S Int))
(declare-const y S)
(declare-const z S)
(assert (= 0 (select (store n y (select q y)) z)))
(check-sat)
(get-model)
