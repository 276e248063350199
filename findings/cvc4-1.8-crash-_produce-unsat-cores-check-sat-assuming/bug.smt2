; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators :produce-unsat-cores <= check-sat-assuming
; certificate signature
; engine generate
; origin arm now, run 7
(set-option :produce-unsat-cores true)
(declare-fun y () Bool)
(declare-fun z () Real)
(assert (<= 1.0 z))
(assert (xor y (<= 0.0 z)))
(check-sat)
(check-sat-assuming (y))
(check-sat-assuming (y))
