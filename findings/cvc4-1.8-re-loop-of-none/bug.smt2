; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators re.loop str.in_re
; certificate ground
(set-logic ALL)
(assert (not (str.in_re "" ((_ re.loop 1 0) re.all))))
(check-sat)
