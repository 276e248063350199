; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators to_fp
; against z3@5.4.1
; certificate witness
(set-logic ALL)
(declare-const f (_ FloatingPoint 3 3))
(assert (= ((_ to_fp 2 4) RTP f) (fp #b1 #b10 #b111)))
(check-sat)
