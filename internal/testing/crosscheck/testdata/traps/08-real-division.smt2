; Trap 8: All say sat; only z3 prints what x/0 is. Putting cvc's models back with x/0 = 0 would falsify them.
(set-logic QF_NRA)
(declare-const x Real)
(declare-const y Real)
(assert (= y 0.0))
(assert (= (/ x y) 5.0))
(check-sat)
