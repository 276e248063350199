(declare-const z (_ BitVec 1))
(assert (str.in_re (str.from_ubv z) ((_ re.loop 1) re.all)))
(check-sat)
