(declare-const x (_ FloatingPoint 2 2))
(assert (= (fp.fma (seq.nth (as seq.empty (Seq RoundingMode)) 0) x x x) x))
(check-sat)
