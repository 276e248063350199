; A function that grows by at least one per step overtakes its start.
(set-logic UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const n Int)
(assert (forall ((x Int)) (! (> (f (+ x 1)) (f x)) :pattern ((f (+ x 1))) :pattern ((f x)))))
(assert (<= (f (+ n 2)) (+ (f n) 1)))
(check-sat)
