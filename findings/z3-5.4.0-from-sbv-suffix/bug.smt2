(declare-const z (_ BitVec 1))
(declare-const v (_ BitVec 1))
(assert (str.suffixof (ite (= #b0 v) "" (str.from_sbv z)) ""))
(check-sat)
