; assay bug 1
; solver z3
; class solution-soundness
; shows z3@4.13.4
; first z3@4.5.1
; behaves z3@4.15.8
; operators bvudiv const store
; certificate ground
; engine typefuzz
; origin arm before, run 8
(assert (= ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b0) (store ((as const (Array (_ BitVec 1) (_ BitVec 1))) (bvudiv #b0 #b0)) #b0 #b0)))
(check-sat)
