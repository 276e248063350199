; What nobody can say: a division by zero
(set-logic QF_NIA)
(declare-const x Int)
(assert (or (> x 9) (= (div 10 x) 7)))
(check-sat)
(get-model)
