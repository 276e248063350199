; solver z3@4.16.0
(declare-fun z () Real)
(assert (= 0.0 (* z (- 1.0))))
(check-sat-using euf-completion)
