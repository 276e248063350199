(declare-const s (_ BitVec 1))
(assert (str.contains "" (str.substr (str.from_ubv s) 0 (bv2nat s))))
(check-sat)
