; A quantified definition by cases and two samples of it.
(set-logic UFLIA)
(set-info :status sat)
(declare-fun clamp (Int) Int)
(declare-const a Int)
(assert (forall ((x Int)) (! (= (clamp x) (ite (< x 0) 0 (ite (> x 9) 9 x))) :pattern ((clamp x)))))
(assert (= (+ (clamp a) (clamp (- a 4))) 12))
(assert (distinct (clamp (* 2 a)) a))
(check-sat)
