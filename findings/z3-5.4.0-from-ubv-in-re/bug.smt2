; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.12
; operators re.loop str.from_ubv str.in_re
; certificate witness
(declare-const z (_ BitVec 1))
(assert (str.in_re (str.from_ubv z) ((_ re.loop 1) re.all)))
(check-sat)
