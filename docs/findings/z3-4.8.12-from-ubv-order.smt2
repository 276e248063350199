; z3 4.8.12 to 4.13.0, found by assay (engine diver): unsat, but the formula is valid: no string is before the empty one. 4.13.4 and later
; answer sat.
(set-logic ALL)
(declare-fun z () (_ BitVec 1))
(assert (str.<= "" (str.from_ubv z)))
(check-sat)
