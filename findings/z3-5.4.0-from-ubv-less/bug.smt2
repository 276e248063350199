; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.12
; operators str.< str.from_ubv
; certificate witness
(declare-const V (_ BitVec 1))
(assert (str.< "" (str.from_ubv V)))
(check-sat)
