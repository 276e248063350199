; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.12
; operators str.contains str.from_ubv str.substr ubv_to_int
; certificate witness
(declare-const s (_ BitVec 1))
(assert (str.contains "" (str.substr (str.from_ubv s) 0 (bv2nat s))))
(check-sat)
