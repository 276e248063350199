; Trap 7: z3's interpretation of f compares its argument with (_ as-array k!1), where k!1 is an auxiliary function
; that the formula does not have.
(set-logic QF_AUFLIA)
(declare-fun a () (Array Int Int))
(declare-fun b () (Array Int Int))
(declare-fun f ((Array Int Int)) Int)
(assert (= (f a) 1))
(assert (= (f b) 2))
(assert (= (select a 0) 5))
(assert (= (store a 1 7) b))
(check-sat)
