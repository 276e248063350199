; assay bug 1
; solver bitwuzla
; class refutation-soundness
; shows bitwuzla@0.10.0
; first bitwuzla@0.10.0
; against z3@5.4.1
; certificate witness
(declare-sort S 0)
(assert (forall ((y S) (z S)) (exists ((b Bool)) (= y z))))
(check-sat)
