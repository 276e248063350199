; Integers: a wrong model
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(assert (and (< 0 x y)
             (= (mod (* x y) 7) 3)))
(assert (or (> x 3) (= y 6)))
(check-sat)
(get-model)
