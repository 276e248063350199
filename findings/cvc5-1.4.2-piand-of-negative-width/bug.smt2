; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.4.2
; first cvc5@1.3.4
; operators - piand
; certificate ground
(set-logic ALL)
(declare-const i Int)
(assert (= i (- 1)))
(assert (not (= (piand i 1 1) 0)))
(check-sat)
