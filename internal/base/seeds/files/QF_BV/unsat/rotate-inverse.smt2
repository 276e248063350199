; Rotating left then right, and rotating by the width, change nothing.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const v (_ BitVec 13))
(declare-const w (_ BitVec 13))
(assert (or (distinct ((_ rotate_right 5) ((_ rotate_left 5) v)) v)
            (not (= ((_ rotate_left 13) w) w))
            (distinct ((_ rotate_left 4) v) (concat ((_ extract 8 0) v) ((_ extract 12 9) v)))))
(check-sat)
