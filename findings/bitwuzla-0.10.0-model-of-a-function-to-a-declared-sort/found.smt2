; solver bitwuzla@0.10.0
(declare-sort S 0)
(declare-const u S)
(declare-fun f (Bool) S)
(assert (= (f true) u))
(check-sat)
(get-model)
