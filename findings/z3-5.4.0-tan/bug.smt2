; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@5.4.0
; operators > tan
; certificate own-model
(declare-const x Real)
(assert (> 0 (tan x)))
(check-sat)
(get-model)
