; solver z3@5.4.0
(declare-fun V () (_ BitVec 1))
(assert (str.< "" (str.from_ubv V)))
(check-sat)
