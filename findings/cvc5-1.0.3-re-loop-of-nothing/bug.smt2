; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.0.9
; operators re.comp re.loop str.in_re
; against z3@5.4.0
; certificate witness
(set-logic ALL)
(declare-const c String)
(assert (str.in_re c (re.comp ((_ re.loop 0 0) re.all))))
(check-sat)
