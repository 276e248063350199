; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.8.12
; first z3@4.8.10
; behaves z3@4.12.6
; operators seq.last_indexof str.from_int
; same-as z3-4.8.12-invalid-model-seq.last_indexof
; certificate own-model
; engine typefuzz
; origin arm before, run 10
(declare-fun x () Int)
(assert (= 1 (seq.last_indexof "" (str.from_int x))))
(check-sat)
(get-model)
