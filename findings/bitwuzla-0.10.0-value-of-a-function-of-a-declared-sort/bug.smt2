; assay bug 1
; solver bitwuzla
; class invalid-value
; shows bitwuzla@0.10.0
; first bitwuzla@0.9.0
; operators get-value
; same-as bitwuzla-0.10.0-model-of-a-function-to-a-declared-sort
; certificate own-model
; origin assay fuzz of a build with assertions
(declare-sort s 0)
(declare-fun f (s) s)
(declare-const x s)
(declare-const z s)
(check-sat)
(get-model)
(get-value ((= (f x) (f z))))
