; assay bug 1
; solver cvc4
; class refutation-soundness
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators < > >= arcsin
; certificate ground
; engine opfuzz
; origin arm now, run 8
(assert (exists ((w Real)) (exists ((u Real)) (and (or (>= w 0) (> u 0.0)) (or (< u 0.0) (>= 0 (arcsin 2.0)))))))
(check-sat)
