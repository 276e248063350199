; solver yices2@2.6.5
(set-logic QF_ANIA)
(declare-const x (Array Int (Array Int Int)))
(assert (= 1 (select (select x 0) 0)))
(check-sat)
(get-model)
