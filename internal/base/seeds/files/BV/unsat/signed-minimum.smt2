; No six-bit number bounds all others strictly from below.
(set-logic BV)
(set-info :status unsat)
(declare-const f (_ BitVec 6))
(assert (forall ((x (_ BitVec 6))) (=> (distinct x f) (bvsgt x (bvadd f #b000001)))))
(assert (exists ((s (_ BitVec 6))) (= (bvashr s #b000010) f)))
(check-sat)
