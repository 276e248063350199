; A byte's value lies between 0 and 255, and converting back keeps it.
(set-logic ALL)
(set-info :status unsat)
(declare-const b (_ BitVec 8))
(declare-const n Int)
(assert (= n (bv2nat b)))
(assert (or (< n 0) (> n 255) (distinct ((_ int2bv 8) n) b)
            (and (= ((_ extract 0 0) b) #b1) (= n 64))))
(check-sat)
