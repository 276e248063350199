; Trap 1: The logic has no strings. z3 prints two errors, has nothing left to refute, and answers sat; handed over
; with its status label by --as-is.
(set-logic QF_LIA)
(declare-const x String)
(assert (= x "a"))
(assert (= x "b"))
(check-sat)
