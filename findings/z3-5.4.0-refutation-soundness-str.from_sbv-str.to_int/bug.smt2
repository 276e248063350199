; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.14
; operators str.from_sbv str.to_int
; certificate witness
; engine typefuzz
; origin a campaign on findings
(declare-fun z () (_ BitVec 1))
(assert (= 0 (str.to_int (str.from_sbv z))))
(check-sat)
