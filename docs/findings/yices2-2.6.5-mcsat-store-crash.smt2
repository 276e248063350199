; With --mcsat, yices crashes when it is asked for the model of an array of an uninterpreted sort.
(set-logic ALL)
(declare-sort T 0)
(declare-const x (Array Int T))
(declare-const c T)
(assert (distinct x (store x 0 c)))
(check-sat)
(get-model)
