; solver cvc4
(set-logic ALL)
(assert (not (= (intersection (singleton 1.0) (singleton (/ 7.0 2.0))) (as emptyset (Set Real)))))
(check-sat)
