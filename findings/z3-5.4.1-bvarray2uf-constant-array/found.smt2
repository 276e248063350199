; solver z3@5.4.1
(declare-const x (Array (_ BitVec 1) (_ BitVec 1)))
(assert (= x ((as const (Array (_ BitVec 1) (_ BitVec 1))) #b1)))
(check-sat-using (then bvarray2uf smt))
(get-model)
