; solver cvc5@1.4.2
(set-logic HO_ALL)
(declare-const x (Nullable Int))
(assert (= x ((_ nullable.lift -) (nullable.some 12))))
(check-sat)
