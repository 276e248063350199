; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.4.2
; first cvc5@1.0.3
; options --fp-exp
; operators fp
; certificate own-model
(set-logic ALL)
(declare-const f (_ FloatingPoint 2 3))
(declare-const x Bool)
(assert (or (= f (fp #b0 #b00 #b01)) x))
(check-sat)
(get-model)
