(declare-const z (_ BitVec 1))
(assert (str.<= "" (str.from_ubv z)))
(check-sat)
