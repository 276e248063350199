; assay bug 1
; solver cvc5
; class invalid-model
; shows cvc5@1.4.2
; first cvc5@1.4.0
; operators bvsle fp.fma fp.isSubnormal fp.to_sbv
; certificate own-model
(set-logic ALL)
(declare-const c (_ FloatingPoint 2 3))
(declare-const u RoundingMode)
(assert (bvsle ((_ fp.to_sbv 2) RNA c) #b00))
(assert (fp.isSubnormal (fp.fma u (_ +zero 2 3) c c)))
(check-sat)
(get-model)
