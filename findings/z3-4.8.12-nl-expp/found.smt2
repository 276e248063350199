; solver z3@4.8.12 smt.arith.nl.expp=true
(declare-fun y () Int)
(declare-fun v () Int)
(declare-fun d () Int)
(declare-fun n () Int)
(assert (= 0 (div v (- 1) d y (* 2 y) (- 2))))
(assert (<= (+ y n) (- 1)))
(assert (<= (+ n d) 0))
(check-sat)
