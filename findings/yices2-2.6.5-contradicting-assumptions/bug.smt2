; assay bug 1
; solver yices2
; class solution-soundness
; shows yices2@2.6.5
; first yices2@2.6.5
; operators check-sat-assuming
; against z3@5.4.1 cvc5@1.4.2
; certificate ground
(set-logic QF_NRA)
(declare-const y Bool)
(check-sat-assuming ((not y) y))
