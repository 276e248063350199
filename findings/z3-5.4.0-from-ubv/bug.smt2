; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.16.0
; operators str.contains str.from_ubv
; certificate witness
(declare-const x (_ BitVec 1))
(assert (str.contains (str.from_ubv x) "1"))
(check-sat)
