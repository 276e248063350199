; solver yices2@2.6.5 --mcsat
(set-logic ALL)
(declare-const y (Array Int Int))
(declare-const u (Array Int Int))
(assert (not (= u y)))
(check-sat)
(get-model)
