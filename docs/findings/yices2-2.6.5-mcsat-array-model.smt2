; With --mcsat, yices answers sat with a model in which u and y are the same array.
(set-logic ALL)
(declare-const y (Array Int Int))
(declare-const u (Array Int Int))
(assert (not (= u y)))
(check-sat)
(get-model)
