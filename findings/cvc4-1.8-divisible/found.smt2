; solver cvc4
; solver cvc5
; solver z3
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (and (< 0 x) (< x 3)))
(assert ((_ divisible 3) x))
(check-sat)
