; assay bug 1
; solver cvc5
; class invalid-interpolant
; shows cvc5@1.0.3
; first cvc5@1.0.3
; behaves cvc5@1.2.1
; operators :produce-interpolants get-interpolant
; certificate own-model
; engine opfuzz
; origin arm now, run 5
(set-option :produce-interpolants true)
(declare-fun c () (_ BitVec 1))
(declare-fun d () (_ BitVec 1))
(declare-fun f () (_ BitVec 1))
(assert (= d c))
(check-sat)
(get-interpolant I. (or (= d (bvneg c)) (bvsgt f (bvnot f))))
