; Trap 11: The character of code 196608 does not exist, so str.from_code gives the empty string.
(set-logic QF_SLIA)
(declare-const x Int)
(assert (= x 196608))
(assert (= "" (str.from_code x)))
(check-sat)
