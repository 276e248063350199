(declare-const u (_ BitVec 1))
(push)
(assert (bvsmulo u u))
(check-sat)
