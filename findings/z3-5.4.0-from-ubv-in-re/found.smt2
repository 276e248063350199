; solver z3@5.4.0
(set-logic ALL)
(declare-fun z () (_ BitVec 1))
(assert (str.in_re (str.from_ubv z) ((_ re.loop 0 1) re.all)))
(check-sat)
