; Trap 1: With the logic QF_ALIA z3 does not know constant arrays, drops the assertion and answers sat for
; nothing.
(set-logic QF_ALIA)
(declare-const a (Array Int Int))
(assert (= a ((as const (Array Int Int)) 1)))
(assert (= (select a 5) 2))
(check-sat)
