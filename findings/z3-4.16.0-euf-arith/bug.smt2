(declare-fun z () Real)
(assert (= 0.0 (* z (- 1.0))))
(check-sat-using euf-completion)
