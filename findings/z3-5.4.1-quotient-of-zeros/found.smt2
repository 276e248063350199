; solver z3@5.4.1 sat.smt=true
; solver z3@5.4.1
; solver cvc5@1.4.2
(assert (> 0 (/ 0 0)))
(check-sat)
