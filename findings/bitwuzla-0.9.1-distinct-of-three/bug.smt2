; assay bug 1
; solver bitwuzla
; class crash
; shows bitwuzla@0.9.1
; first bitwuzla@0.9.0
; signature bitwuzla@0.9.0 uncaught std::bad_variant_access: std::get: wrong index for variant
; signature bitwuzla@0.9.1 uncaught std::bad_variant_access: std::get: wrong index for variant
; certificate signature
(declare-sort S 0)
(declare-const a S)
(declare-const c S)
(assert (distinct a a c))
(check-sat)
