; cvc5 1.4.2 (Python library): segmentation fault on a unary minus that is lifted to a nullable value.
(set-logic HO_ALL)
(declare-const x (Nullable Int))
(assert (= x ((_ nullable.lift -) (nullable.some 12))))
(check-sat)
