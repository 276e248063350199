; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.8.12
; first z3@4.8.12
; operators str.from_ubv str.substr ubv_to_int
; certificate witness
; engine opfuzz
; origin a campaign on findings
(declare-fun s () (_ BitVec 1))
(assert (= "" (str.substr (str.from_ubv s) 0 (bv2nat s))))
(check-sat)
