; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.1
; first z3@4.16.0
; operators <= str.from_ubv str.to_code
; against cvc5@1.4.2
; certificate witness
; engine diver
; origin assay ci, comparing z3 4.8.12 with 5.4.1 on QF_FP
(declare-const x (_ BitVec 1))
(assert (<= 0 (str.to_code (str.from_ubv x))))
(check-sat)
