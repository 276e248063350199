; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.0.9
; operators re.^ str.in_re
; certificate ground
(set-logic ALL)
(assert (str.in_re "b" ((_ re.^ 0) re.all)))
(check-sat)
