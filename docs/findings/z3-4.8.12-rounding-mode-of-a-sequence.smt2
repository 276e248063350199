; z3 4.8.12 ends with an assertion violation (fpa2bv_converter.cpp, line 118: unexpected code was reached): the
; rounding mode is an out-of-range element of a sequence.
(set-logic ALL)
(declare-const x (_ FloatingPoint 8 24))
(assert (= (fp.fma (seq.nth (as seq.empty (Seq RoundingMode)) 5) x x x) x))
(check-sat)
