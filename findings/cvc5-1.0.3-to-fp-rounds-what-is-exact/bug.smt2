; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators to_fp
; certificate ground
(set-logic ALL)
(assert (= ((_ to_fp 8 24) RTP (fp #b0 #b01111111101 #x00)) (fp #b0 #x7d (_ bv0 23))))
(check-sat)
