; cvc4 1.8 answers sat: it takes sets of whole reals for sets of integers, and their empty set for a different one. No
; element is in both. cvc5 1.0.3 (set.inter, set.singleton, set.empty) answers unsat.
(set-logic ALL)
(assert (not (= (intersection (singleton 1.0) (singleton (/ 7.0 2.0))) (as emptyset (Set Real)))))
(check-sat)
