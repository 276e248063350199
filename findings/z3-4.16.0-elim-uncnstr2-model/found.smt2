; solver z3@4.16.0
(declare-fun s () (_ BitVec 1))
(assert (= s #b1))
(check-sat-using (then elim-uncnstr2 smt))
(get-model)
