; Sets, as cvc5 has them
(set-logic ALL)
(declare-const a (Set Int))
(declare-const b (Set Int))
(assert (set.subset (set.inter a b) (set.insert 3 b)))
(assert (= (set.card (set.union a b)) (+ (set.card a) (set.card b))))
(check-sat)
(get-model)
