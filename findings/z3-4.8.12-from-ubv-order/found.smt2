; solver z3@4.8.12
(set-logic ALL)
(declare-fun z () (_ BitVec 1))
(assert (str.<= "" (str.from_ubv z)))
(check-sat)
