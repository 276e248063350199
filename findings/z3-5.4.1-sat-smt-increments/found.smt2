; solver z3@5.4.1 sat.smt=true
; solver z3@5.4.1
; solver cvc5@1.4.2
(declare-const y Bool)
(declare-const w Int)
(assert (or (= w 1) y))
(check-sat)
(assert true)
(check-sat)
(assert (= 0 w))
(check-sat)
