; Trap 8: Division of bit-vectors by zero is fixed by the standard: an evaluator that leaves it open calls this
; unsat or open without need.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (= (bvudiv x #x00) #xff))
(assert (= (bvurem x #x00) x))
(assert (= (bvsmod x #x00) x))
(assert (= (bvsrem x #x00) x))
(assert (= (bvsdiv x #x00) (ite (bvslt x #x00) #x01 #xff)))
(check-sat)
