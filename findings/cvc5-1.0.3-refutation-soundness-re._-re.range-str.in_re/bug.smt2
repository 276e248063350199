; assay bug 1
; solver cvc5
; class refutation-soundness
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.0.9
; operators re.* re.range str.in_re
; against z3@5.4.0
; certificate witness
; engine storm
; origin arm now, run 11
(declare-fun y () String)
(assert (and (str.in_re y (re.* (re.range " " "~"))) (not (str.in_re y (re.* (re.range "o" "q"))))))
(check-sat)
