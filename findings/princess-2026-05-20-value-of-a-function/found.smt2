; solver princess@2026-05-20
(set-logic QF_UFLIA)
(declare-const x Int)
(declare-fun f (Int) Int)
(assert (= (f x) 3))
(check-sat)
(get-model)
(get-value ((f 7)))
