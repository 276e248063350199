; assay bug 1
; solver z3
; class crash
; shows z3@5.4.1
; first z3@5.4.0
; operators seq.nth seq.unit str.in_re
; signature z3@5.4.0 Failed to verify: u().is_seq(seq_sort) at seq_eq_approx.cpp:100
; signature z3@5.4.1 Failed to verify: u().is_seq(seq_sort) at seq_eq_approx.cpp:100
; certificate signature
(declare-const z String)
(declare-const i Int)
(assert (str.in_re z (seq.nth (seq.unit re.all) i)))
(check-sat)
