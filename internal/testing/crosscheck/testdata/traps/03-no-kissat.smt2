; Trap 3: Both are asked for a SAT solver that the build lacks.
(set-logic QF_BV)
(declare-const b (_ BitVec 8))
(assert (= b #x01))
(check-sat)
