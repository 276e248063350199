; Arrays: a memory in which one write is missing
(set-logic QF_AUFLIA)
(declare-const before (Array Int Int))
(declare-const after (Array Int Int))
(declare-const i Int)
(assert (= after (store (store before i 1) (+ i 1) 2)))
(assert (> (select after 0) (select before 0)))
(check-sat)
(get-model)
