; solver z3@4.8.12
(set-logic ALL)
(declare-const x (_ FloatingPoint 8 24))
(assert (= (fp.fma (seq.nth (as seq.empty (Seq RoundingMode)) 5) x x x) x))
(check-sat)
