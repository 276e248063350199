; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.1
; first z3@4.16.0
; operators bvarray2uf check-sat-using const
; certificate own-model
(declare-const x (Array (_ BitVec 1) (_ BitVec 1)))
(assert (= x ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b1)))
(check-sat-using (then bvarray2uf smt))
(get-model)
