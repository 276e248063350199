; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators arcsec
; certificate ground
(set-logic ALL)
(assert (= 1.0 (arcsec 1.0)))
(check-sat)
