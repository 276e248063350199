(set-logic HO_ALL)
(assert (bag.all (lambda ((v Int)) true) (as bag.empty (Bag Int))))
(check-sat)
