; solver yices2@2.6.5 --mcsat
(set-logic ALL)
(declare-const v Int)
(declare-const a (Array Int Int))
(assert (= (select a 0) 1))
(assert (> 0 (div v 2)))
(check-sat)
(get-model)
