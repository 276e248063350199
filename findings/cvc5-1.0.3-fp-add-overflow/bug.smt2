; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.0
; operators fp.add
; certificate ground
(set-logic ALL)
(assert (not (= (fp.add RNE (fp #b1 #b10 #b00) (fp #b1 #b10 #b00)) (_ -oo 2 3))))
(check-sat)
