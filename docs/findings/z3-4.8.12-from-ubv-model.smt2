; z3 4.8.12, found by assay (engine diver): a model that makes the formula false. (str.from_ubv #x0) is "0", with which the other number must
; begin, so (bvand (bvxor u c) u) is zero; in the model it is not. 4.8.14 and later are right.
(set-logic ALL)
(declare-fun u () (_ BitVec 4))
(declare-fun c () (_ BitVec 4))
(assert (str.prefixof (str.from_ubv #x0) (str.from_ubv (bvand (bvxor u c) u))))
(check-sat)
(get-model)
