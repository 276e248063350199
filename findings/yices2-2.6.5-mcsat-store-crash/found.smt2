; solver yices2@2.6.5 --mcsat
(set-logic ALL)
(declare-sort T 0)
(declare-const x (Array Int T))
(declare-const c T)
(assert (distinct x (store x 0 c)))
(check-sat)
(get-model)
