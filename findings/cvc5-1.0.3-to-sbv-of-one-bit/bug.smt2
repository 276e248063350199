; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.4.0
; operators fp.to_sbv
; stack libcvc5.so.1+0x87b6f8 < libcvc5.so.1+0x85df30 < libcvc5.so.1+0x849794
; certificate signature
(set-logic ALL)
(declare-const r (_ FloatingPoint 8 24))
(assert (= #b0 ((_ fp.to_sbv 1) RNA r)))
(check-sat)
