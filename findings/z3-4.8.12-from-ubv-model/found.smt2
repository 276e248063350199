; solver z3@4.8.12
(set-logic ALL)
(declare-fun u () (_ BitVec 4))
(declare-fun c () (_ BitVec 4))
(assert (str.prefixof (str.from_ubv #x0) (str.from_ubv (bvand (bvxor u c) u))))
(check-sat)
(get-model)
