; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators re.diff str.in_re str.to_re
; certificate own-model
; engine opfuzz
; origin a campaign on findings
(declare-fun x () String)
(assert (= (str.in_re x (re.diff re.all re.none re.all)) (str.in_re x (str.to_re ""))))
(check-sat)
(get-model)
