; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; options --no-conjecture-filter-canonical
; operators re.diff str.in_re
; certificate own-model
; engine opfuzz
; origin arm one, run 80
(set-logic ALL)
(declare-const y Bool)
(assert (= y (str.in_re "" (re.diff re.all re.none re.all))))
(check-sat)
(get-model)
