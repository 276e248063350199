; assay bug 1
; solver bitwuzla
; class invalid-model
; shows bitwuzla@0.10.0
; first bitwuzla@0.9.0
; certificate own-model
(declare-sort S 0)
(declare-const u S)
(declare-fun f (Bool) S)
(assert (= (f true) u))
(check-sat)
(get-model)
