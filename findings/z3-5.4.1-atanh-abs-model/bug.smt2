; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; operators - abs atanh
; certificate own-model
(declare-const z Real)
(assert (not (= 0 (- (atanh 0) (abs z)))))
(check-sat)
(get-model)
