; cvc4 1.8 answers sat, and its model has x = 1: 1 is not divisible by 3, so the second assertion is false there, and the
; two together are unsat over 0 < x < 3 (SMT-LIB theory Ints: (_ divisible n) holds of the multiples of n).
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (and (< 0 x) (< x 3)))
(assert ((_ divisible 3) x))
(check-sat)
