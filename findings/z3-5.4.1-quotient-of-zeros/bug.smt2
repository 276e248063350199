; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.1
; first z3@4.16.0
; options sat.smt=true
; operators / >
; against cvc5@1.4.2
; certificate agreement
; engine fusion
(assert (> 0 (/ 0 0)))
(check-sat)
