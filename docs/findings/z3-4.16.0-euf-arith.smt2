; crash of z3 4.15.8 and 4.16.0: a product with a negative factor, "NOT IMPLEMENTED YET" in euf_arith_plugin.cpp; 4.14.1 and 5.1.0 answer unknown
(declare-fun z () Real)
(assert (= 0.0 (* z (- 1.0))))
(check-sat-using euf-completion)
