(set-logic ALL)
(assert (not (= (intersection (singleton 0.0) (singleton 7.0)) (as emptyset (Set Real)))))
(check-sat)
