; z3 4.8.12 to 5.4.0, found by assay (engine diver) in 5.4.0: unsat, but the formula is valid: at most one repetition of every string is every
; string.
(set-logic ALL)
(declare-fun z () (_ BitVec 1))
(assert (str.in_re (str.from_ubv z) ((_ re.loop 0 1) re.all)))
(check-sat)
