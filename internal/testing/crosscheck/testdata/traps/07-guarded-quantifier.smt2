; Trap 7: The answer is right, but no finite check of the model decides the quantifier over all integers: that
; leaves it open, not false.
(set-logic UFLIA)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (=> (> x 0) (= (f x) 1))))
(assert (= (f 0) 0))
(check-sat)
