; z3 4.8.12 ends with an assertion violation (fpa2bv_converter.cpp, line 118: unexpected code was reached): the rounding mode of
; fp.fma is quantified. z3 4.13.4 answers.
(set-logic FP)
(declare-fun s () (_ FloatingPoint 3 5))
(assert (forall ((x RoundingMode)) (fp.isInfinite (fp.fma x s s s))))
(check-sat)
