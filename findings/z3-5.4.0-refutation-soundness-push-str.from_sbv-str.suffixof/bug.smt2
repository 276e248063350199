; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.14
; operators push str.from_sbv str.suffixof
; certificate witness
; engine typefuzz
; origin a campaign on findings
(push 1)
(declare-fun z () (_ BitVec 1))
(declare-fun v () (_ BitVec 1))
(assert (str.suffixof (ite (= #b0 v) "" (str.from_sbv z)) ""))
(check-sat)
