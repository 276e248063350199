; assay bug 1
; solver cvc5
; class invalid-interpolant
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.3.4
; operators :produce-interpolants get-interpolant
; certificate own-model
; engine fusion
; origin arm none, run 30
(set-logic ALL)
(set-option :produce-interpolants true)
(declare-const w (_ BitVec 1))
(assert (= w #b0))
(check-sat)
(get-interpolant u (= #b0 w))
