; assay bug 1
; solver cvc4
; class solution-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators < divisible
; against cvc5 z3
; certificate agreement
(set-logic QF_LIA)
(declare-const x Int)
(assert (and (< 0 x) (< x 2)))
(assert ((_ divisible 2) x))
(check-sat)
