; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators :produce-unsat-cores reset-assertions
; against cvc5 z3
; certificate ground
(set-logic ALL)
(set-option :produce-unsat-cores true)
(assert false)
(reset-assertions)
(check-sat)
(get-unsat-core)
