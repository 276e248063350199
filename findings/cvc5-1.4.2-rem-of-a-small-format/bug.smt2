; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators fp.rem
; against z3@5.4.1
; certificate witness
(set-logic ALL)
(declare-const f (_ FloatingPoint 2 3))
(assert (= (fp.rem (fp #b0 #b01 #b00) f) (fp #b1 #b00 #b01)))
(check-sat)
