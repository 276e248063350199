; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.1
; first z3@4.16.0
; options sat.smt=true
; against cvc5@1.4.2
; certificate witness
; engine generate
(declare-const y Bool)
(declare-const w Int)
(assert (or (= w 1) y))
(check-sat)
(assert true)
(check-sat)
(assert (= 0 w))
(check-sat)
