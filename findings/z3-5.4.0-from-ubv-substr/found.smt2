; solver z3@5.4.0
(set-logic ALL)
(declare-fun s () (_ BitVec 1))
(assert (str.contains "" (str.substr (str.from_ubv s) 0 (ubv_to_int s))))
(check-sat)
