; Trap 21: Takes z3 about as long as the limit: it answers or not as the machine is busy or idle. Neither is a
; finding, nor is a difference between two runs.
(set-logic QF_BV)
(declare-const x (_ BitVec 26))
(declare-const y (_ BitVec 26))
(assert (= (bvmul x y) (_ bv2097143 26)))
(assert (bvult (_ bv1 26) x))
(assert (bvult (_ bv1 26) y))
(assert (bvult x (_ bv5000 26)))
(assert (bvult y (_ bv5000 26)))
(check-sat)
