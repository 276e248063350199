; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators fp.isZero to_fp
; certificate signature
(set-logic ALL)
(declare-const x (_ FloatingPoint 10 11))
(assert (fp.isZero ((_ to_fp 5 11) RNE x)))
(check-sat)
