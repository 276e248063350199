; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@5.4.0
; options sat.smt=true
; operators <=
; certificate own-model
(declare-const w Int)
(declare-const v Int)
(assert (not (exists ((o Int)) (=> (not (and (<= 0 v) (<= o v))) (= w 0)))))
(check-sat)
(get-model)
