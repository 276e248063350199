; Trap 15: Constant arrays need a value in cvc5 and cvc4; here it is a variable.
(declare-const n Int)
(declare-const a (Array Int Int))
(assert (= a ((as const (Array Int Int)) n)))
(assert (= n 3))
(check-sat)
