; wrong value of princess 2026-05-20: its model has f 0 where the assertion says nothing, and its value of (f 7) is another number.
(set-logic QF_UFLIA)
(declare-const x Int)
(declare-fun f (Int) Int)
(assert (= (f x) 3))
(check-sat)
(get-model)
(get-value ((f 7)))
