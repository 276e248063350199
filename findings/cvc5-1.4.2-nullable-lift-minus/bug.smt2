; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.4.2
; first cvc5@1.1.2
; operators -
; certificate signature
(set-logic ALL)
(declare-const x (Nullable Int))
(assert (= x ((_ nullable.lift -) x)))
(check-sat)
