; assay bug 1
; solver cvc4
; class solution-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators real.pi
; certificate ground
(set-logic ALL)
(assert (= real.pi 0))
(check-sat)
