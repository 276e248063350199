; Trap 16: z3 ends with status 110 or 109 on an option that it does not know.
(set-logic QF_BV)
(declare-const x (_ BitVec 64))
(declare-const y (_ BitVec 64))
(assert (= (bvmul x y) #x7fffffffffffffe7))
(assert (bvult #x0000000000000001 x))
(assert (bvult x #x00000000ffffffff))
(assert (bvult y #x00000000ffffffff))
(check-sat)
