; solver z3@5.4.0 combined_solver.ignore_solver1=true
; solver z3@5.4.0
(declare-fun z () (_ BitVec 1))
(declare-fun v () (_ BitVec 1))
(assert (str.suffixof (ite (= #b0 v) "" (str.from_sbv z)) ""))
(check-sat)
