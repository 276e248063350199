; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; options --finite-model-find --lte-restrict-inst-closure
; certificate own-model
(set-logic UF)
(declare-const y Bool)
(assert (forall ((z Bool)) (xor y z z)))
(check-sat)
(get-model)
