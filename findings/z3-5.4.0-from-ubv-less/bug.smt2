(declare-const V (_ BitVec 1))
(assert (str.< "" (str.from_ubv V)))
(check-sat)
