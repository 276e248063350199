; solver z3@5.4.0
; solver cvc5@1.4.2
(declare-fun z () Int)
(declare-fun x () Bool)
(assert x)
(assert (not (= z 0)))
(assert (ite x true (= z 0)))
(check-sat-using euf-completion)
