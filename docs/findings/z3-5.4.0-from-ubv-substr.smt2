; z3 4.8.12 to 5.4.0, found by assay (engine diver): unsat, but the formula is true whatever str.from_ubv means: for s = #b0 the part has
; length 0, and the empty string contains itself.
(set-logic ALL)
(declare-fun s () (_ BitVec 1))
(assert (str.contains "" (str.substr (str.from_ubv s) 0 (ubv_to_int s))))
(check-sat)
