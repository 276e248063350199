; Were every product with k zero, k itself would vanish.
(set-logic NIA)
(set-info :status unsat)
(declare-const k Int)
(assert (forall ((x Int)) (= (* k x) 0)))
(assert (or (> k 0) (exists ((y Int)) (and (< (* y y) 0) (= y k))) (< k 0)))
(check-sat)
