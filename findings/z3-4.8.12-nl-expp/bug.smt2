; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.8.17
; options smt.arith.nl.expp=true
; operators * + - <= div
; signature z3@4.8.12 NOT IMPLEMENTED YET! at nla_core.cpp:1420
; signature z3@4.8.14 NOT IMPLEMENTED YET! at nla_core.cpp:1420
; certificate signature
(declare-const y Int)
(declare-const v Int)
(declare-const d Int)
(declare-const n Int)
(assert (= 0 (div v (- 1) d y (* 2 y) (- 2))))
(assert (<= (+ y n) 0))
(assert (<= (+ n d) 0))
(check-sat)
