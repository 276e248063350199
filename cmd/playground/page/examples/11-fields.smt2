; Finite fields, as cvc5 has them
(set-logic QF_FF)
(define-sort F () (_ FiniteField 7))
(declare-const x F)
(declare-const y F)
(assert (= (ff.mul x y) (as ff1 F)))
(assert (= (ff.add (ff.mul x x) (ff.neg y)) (as ff2 F)))
(check-sat)
(get-model)
