; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.8.17
; operators fp.fma seq.nth
; signature z3@4.8.10 UNEXPECTED CODE WAS REACHED. at fpa2bv_converter.cpp:118
; signature z3@4.8.12 UNEXPECTED CODE WAS REACHED. at fpa2bv_converter.cpp:118
; signature z3@4.8.14 UNEXPECTED CODE WAS REACHED. at fpa2bv_converter.cpp:119
; certificate signature
(declare-const x (_ FloatingPoint 2 2))
(assert (= (fp.fma (seq.nth (as seq.empty (Seq RoundingMode)) 0) x x x) x))
(check-sat)
