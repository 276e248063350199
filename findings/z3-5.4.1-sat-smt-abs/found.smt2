; solver z3@5.4.1 nnf.mode=full sat.smt=true
; solver cvc5@1.4.2
(declare-const y Int)
(assert (< 0 (- (abs y))))
(check-sat)
(get-model)
