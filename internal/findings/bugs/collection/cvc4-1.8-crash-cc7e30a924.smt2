; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; operators str.++ str.from_int str.in_re str.indexof str.len str.replace_re_all str.to_re
; signature cvc4@1.8 illegal argument: `k' is a bad argument in CVC4::theory::TheoryId CVC4::theory::kindToTheoryId(CVC4::Kind)
; certificate signature
; engine typefuzz
; origin arm now, run 9
(declare-fun x () String)
(declare-fun y () String)
(assert (let ((w (str.from_int (str.indexof x "" (str.len y))))) (str.in_re (str.++ "a" x) (str.to_re (str.replace_re_all w (str.to_re w) "")))))
(check-sat)
