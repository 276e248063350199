; cvc5 1.0.3 and 1.4.2: refused, though each pair of positions has components of one sort.
; The first components are compared instead.
(set-logic HO_ALL)
(declare-const a (Table Int Bool String))
(declare-const b (Table Bool Int String))
(assert (= ((_ table.join 0 1 2 2) a b) (table.product a b)))
(check-sat)
