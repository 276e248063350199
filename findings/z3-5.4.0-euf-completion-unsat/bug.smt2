; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.16.0
; operators check-sat-using euf-completion
; against cvc5@1.4.2
; certificate witness
(declare-const z Int)
(declare-const x Bool)
(assert x)
(assert (not (= z 0)))
(assert (ite x true (= z 0)))
(check-sat-using euf-completion)
