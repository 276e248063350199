; solver z3@5.4.0
(set-logic ALL)
(declare-fun x () (_ BitVec 1))
(assert (str.contains (str.from_ubv x) "1"))
(check-sat)
