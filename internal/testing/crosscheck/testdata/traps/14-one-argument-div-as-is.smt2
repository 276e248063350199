; Trap 14: Ill-sorted input, handed over: div of one argument.
(declare-const x Int)
(assert (= (div x) 3))
(check-sat)
