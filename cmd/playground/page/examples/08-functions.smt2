; Functions and quantifiers: an involution that is none
(set-logic UFBV)
(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
(declare-const p Bool)
(assert (=> p (forall ((x (_ BitVec 4))) (= (f (f x)) x))))
(assert (and p (distinct (f #x0) #x0)))
(check-sat)
(get-model)
