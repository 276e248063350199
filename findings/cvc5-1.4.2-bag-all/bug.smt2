(set-logic HO_ALL)
(assert (bag.all (lambda ((v Real)) true) (as bag.empty (Bag Real))))
(check-sat)
