; assay bug 1
; solver princess
; class crash
; shows princess@2026-05-20
; first princess@2024-01-12
; operators get-value
; signature princess@2024-01-12 key not found
; signature princess@2026-05-20 key not found
; certificate signature
(declare-sort U 0)
(declare-const u U)
(declare-const v U)
(check-sat)
(get-value (u))
(get-value (v))
