; Trap 20: boolector 1.5 knows neither declare-const nor push and pop, and no check-sat after the first.
(set-logic QF_BV)
(declare-const x (_ BitVec 4))
(push 1)
(assert (= x #x3))
(check-sat)
(pop 1)
(check-sat)
