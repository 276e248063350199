; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; operators >= seq.last_indexof str.from_int
; certificate own-model
; engine diver
; origin arm visits, run 64
(declare-const x Int)
(assert (>= x (seq.last_indexof "" (str.from_int x))))
(check-sat)
(get-model)
