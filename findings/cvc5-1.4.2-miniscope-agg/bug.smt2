(set-logic BV)
(declare-const c Bool)
(assert (forall ((x (_ BitVec 1)) (y Bool) (z (_ BitVec 1))) (not (and (= x #b0) (= z x) (or c (= z #b0)) y))))
(check-sat)
