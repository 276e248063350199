; cvc5 1.4.2, asked through its Python library: "Unexpected bag kind 'bag.all'" in BagsUtils::evaluate. bag.some fails in the same way.
(set-logic HO_ALL)
(assert (bag.all (lambda ((v Real)) (< v v)) (as bag.empty (Bag Real))))
(check-sat)
