; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.8.14
; operators bvand bvxor str.from_ubv str.prefixof
; certificate own-model
(declare-const u (_ BitVec 4))
(declare-const c (_ BitVec 4))
(assert (str.prefixof (str.from_ubv #x0) (str.from_ubv (bvand (bvxor u c) u))))
(check-sat)
(get-model)
