; wrong model of z3 4.15.8 and 4.16.0: s is not #b0
(declare-fun s () (_ BitVec 1))
(assert (= s #b1))
(check-sat-using (then elim-uncnstr2 smt))
(get-model)
