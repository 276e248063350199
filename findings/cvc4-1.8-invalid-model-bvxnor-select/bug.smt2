; assay bug 1
; solver cvc4
; class invalid-model
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators bvxnor select
; certificate own-model
; engine generate
; origin arm before, run 6
(declare-datatypes ((y 0)) (((w (u (_ BitVec 8))))))
(declare-fun i () (_ BitVec 8))
(declare-fun x () (Array (_ BitVec 8) y))
(assert (= (select x #x00) (select x (bvxnor i #x00))))
(check-sat)
(get-model)
