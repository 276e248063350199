; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.16.0
; operators - store
; certificate own-model
(set-logic AUFLIA)
(declare-const r (Array Int Int))
(declare-const t (Array Int Int))
(assert (= (store (store (store r 2 0) 0 0) (- 2) 0) (store r 2 0)))
(assert (= (store t 0 0) (store (store (store r 2 0) 0 0) 1 0)))
(check-sat)
(get-model)
