; solver z3@5.4.1
(declare-const z String)
(declare-const i Int)
(assert (str.in_re z (seq.nth (seq.unit re.all) i)))
(assert (distinct z ""))
(check-sat)
