; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@4.16.0
; options sat.smt=true smt.q.lite=true
; certificate own-model
(declare-fun f (Int) Bool)
(declare-fun g (Int) Bool)
(assert (forall ((y Int)) (=> (not (g 0)) (f y))))
(check-sat)
(get-model)
