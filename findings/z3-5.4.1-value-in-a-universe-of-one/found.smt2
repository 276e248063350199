; solver z3@5.4.1
(declare-sort S 0)
(declare-const a (Array S Int))
(declare-const l (Array S Int))
(declare-const k S)
(assert (not (= a l)))
(check-sat)
(get-model)
(get-value ((= a (store l k (select a k)))))
