; solver cvc5@1.4.2
(set-logic HO_ALL)
(assert (bag.all (lambda ((v Real)) (< v v)) (as bag.empty (Bag Real))))
(check-sat)
