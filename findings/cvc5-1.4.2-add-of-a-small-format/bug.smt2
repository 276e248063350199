; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators fp.add
; against z3@5.4.1
; certificate witness
(set-logic ALL)
(declare-const f (_ FloatingPoint 2 3))
(assert (= (fp.add RNE (fp #b0 #b01 #b00) f) (_ +zero 2 3)))
(check-sat)
