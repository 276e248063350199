; wrong sat of ostrich 2.1: the code of the empty string is -1, whatever the model.
(set-logic QF_SLIA)
(declare-const x String)
(assert (= x ""))
(assert (not (= (str.to_code x) (- 1))))
(check-sat)
