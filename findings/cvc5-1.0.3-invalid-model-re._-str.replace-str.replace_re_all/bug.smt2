; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.0.9
; operators re.^ str.replace str.replace_re_all
; certificate own-model
; engine diver
; origin arm before, run 6
(declare-fun x () String)
(assert (not (= "" (str.replace (str.replace_re_all "a" ((_ re.^ 0) re.all) "\u{27}") "a" x))))
(check-sat)
(get-model)
