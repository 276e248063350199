; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators bvmul store
; certificate own-model
; engine opfuzz
; origin arm now, run 12
(declare-fun x () (Array (_ BitVec 1) (_ BitVec 2)))
(declare-fun z () (Array (_ BitVec 1) (_ BitVec 2)))
(declare-fun w () (_ BitVec 2))
(declare-fun b () (_ BitVec 1))
(assert (= (store x #b0 (bvmul w w)) (ite (= b #b0) x z)))
(check-sat)
(get-model)
