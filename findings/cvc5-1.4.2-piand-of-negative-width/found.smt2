; solver cvc5@1.4.2
(set-logic QF_NIA)
(declare-const i Int)
(assert (= i (- 2)))
(assert (not (= (piand i 7 7) 0)))
(check-sat)
