; solver z3@4.8.12
; solver cvc5@1.4.2
(push 1)
(declare-datatypes ((x 0)) (((z) (a))))
(declare-fun u () x)
(assert ((_ is a) u))
(check-sat)
(pop 1)
(push 1)
(declare-datatypes ((x 0)) (((z) (j) (a))))
(declare-fun u () x)
(assert (not (or ((_ is z) u) ((_ is a) u))))
(check-sat)
(pop 1)
