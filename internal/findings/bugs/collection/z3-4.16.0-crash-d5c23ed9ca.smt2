; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.15.8
; behaves z3@5.1.0
; operators * - check-sat-using euf-completion
; signature z3@4.15.8 NOT IMPLEMENTED YET! at euf_arith_plugin.cpp:81
; signature z3@4.16.0 NOT IMPLEMENTED YET! at euf_arith_plugin.cpp:81
; certificate signature
; engine storm
; origin arm now, run 3
(declare-fun z () Real)
(assert (= 0.0 (* z (- 1.0))))
(check-sat-using euf-completion)
