; z3 4.8.12 to 5.4.0, found by assay (engine diver): unsat, but the formula is satisfiable. str.from_ubv writes a bit-vector as a decimal
; number without a sign: for #b1 it is "1", as (simplify (str.from_ubv #b1)) says, and "1" contains "1". With (= (str.from_ubv x) "1") instead of contains,
; the answer is sat, and so it is for a bit-vector of width 8.
(set-logic ALL)
(declare-fun x () (_ BitVec 1))
(assert (str.contains (str.from_ubv x) "1"))
(check-sat)
