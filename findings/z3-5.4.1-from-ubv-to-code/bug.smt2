(declare-const x (_ BitVec 1))
(assert (<= 0 (str.to_code (str.from_ubv x))))
(check-sat)
