; solver z3@5.4.1 sat.smt=true smt.q.lite=true
; solver cvc5@1.4.2
(declare-fun f (Int) Bool)
(declare-fun g (Int) Bool)
(assert (forall ((z Int)) (=> (not (g z)) (and (f 0) (not (f z))))))
(assert (not (g 0)))
(check-sat)
