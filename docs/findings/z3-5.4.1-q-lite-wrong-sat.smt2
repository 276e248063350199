; With sat.smt=true and smt.q.lite=true, z3 answers sat. For z = 0, the first assertion says that f is true and false at 0, since the second makes its condition true.
(declare-fun f (Int) Bool)
(declare-fun g (Int) Bool)
(assert (forall ((z Int)) (=> (not (g z)) (and (f 0) (not (f z))))))
(assert (not (g 0)))
(check-sat)
