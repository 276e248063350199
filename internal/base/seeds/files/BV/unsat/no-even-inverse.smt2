; An even factor has no inverse modulo 2^n.
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 6))
(assert (= ((_ extract 0 0) a) #b0))
(assert (not (forall ((b (_ BitVec 6))) (distinct (bvmul a b) #b000001))))
(check-sat)
