; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; operators :produce-interpolants get-interpolant
; certificate signature
; engine opfuzz
; origin arm now, run 1
(set-option :produce-interpolants true)
(declare-datatypes ((x 0)) (((z) (d))))
(declare-fun u () x)
(get-interpolant I. (xor ((_ is z) u) ((_ is d) u)))
