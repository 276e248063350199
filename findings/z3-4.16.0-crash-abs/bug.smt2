; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; options lp.dio_calls_period=0
; operators + - abs to_real
; stack smt::theory_lra::imp::check_lia < smt::theory_lra::final_check_eh < smt::context::final_check
; certificate signature
; engine typefuzz
; origin arm one, run 82
(declare-const x Int)
(declare-const y Int)
(assert (= 0 (abs (- x y 1))))
(assert (= 0 (+ x (to_real y))))
(check-sat)
