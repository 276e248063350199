(declare-const x (_ BitVec 1))
(assert (str.contains (str.from_ubv x) "1"))
(check-sat)
