; assay bug 1
; solver cvc4
; class invalid-value
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators get-value re.diff str.in_re
; certificate own-model
; engine opfuzz
; origin arm now, run 2
(check-sat)
(get-model)
(get-value (true "" "" (str.in_re "" (re.diff re.all re.none re.all)) true))
