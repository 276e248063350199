; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; operators str.<= str.from_ubv
; certificate witness
(declare-const z (_ BitVec 1))
(assert (str.<= "" (str.from_ubv z)))
(check-sat)
