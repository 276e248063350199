; No injection of two bits into a range below three.
(set-logic UFBV)
(set-info :status unsat)
(declare-fun f ((_ BitVec 2)) (_ BitVec 2))
(assert (forall ((x (_ BitVec 2)) (y (_ BitVec 2))) (=> (= (f x) (f y)) (= x y))))
(assert (forall ((x (_ BitVec 2))) (bvult (f x) #b11)))
(check-sat)
