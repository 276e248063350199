; assay bug 1
; solver z3
; class invalid-model
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; operators check-sat-using elim-uncnstr2
; certificate own-model
(declare-const s (_ BitVec 1))
(assert (= s #b1))
(check-sat-using (then elim-uncnstr2 smt))
(get-model)
