(assert (= 0 (- 1.0)))
(check-sat-using euf-completion)
