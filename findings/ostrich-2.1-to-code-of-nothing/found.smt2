; solver ostrich@2.1
(set-logic QF_SLIA)
(declare-const x String)
(assert (= x ""))
(assert (not (= (str.to_code x) (- 1))))
(check-sat)
