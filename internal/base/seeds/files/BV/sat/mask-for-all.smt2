; A mask that hides the difference of any two bytes with equal low nibbles.
(set-logic BV)
(set-info :status sat)
(declare-const m (_ BitVec 8))
(assert (forall ((h (_ BitVec 4)) (l (_ BitVec 4)))
  (= (bvand m (concat h l)) (bvand m ((_ zero_extend 4) l)))))
(assert (distinct m #x00))
(assert (exists ((k (_ BitVec 8))) (= (bvmul k m) (bvor m #x20))))
(check-sat)
