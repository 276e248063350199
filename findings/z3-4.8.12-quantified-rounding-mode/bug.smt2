(assert (forall ((x RoundingMode)) (fp.isInfinite (fp.fma x (_ +zero 2 2) (_ +zero 2 2) (_ +zero 2 2)))))
(check-sat)
