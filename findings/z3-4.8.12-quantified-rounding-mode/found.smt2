; solver z3@4.8.12
(set-logic FP)
(declare-fun s () (_ FloatingPoint 3 5))
(assert (forall ((x RoundingMode)) (fp.isInfinite (fp.fma x s s s))))
(check-sat)
