; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators re.comp str.prefixof str.replace_re str.to_re
; certificate own-model
(set-logic ALL)
(declare-const z String)
(declare-const v String)
(assert (str.prefixof "<" (str.replace_re z (re.comp (str.to_re v)) "")))
(check-sat)
(get-model)
