; solver z3@4.16.0
; solver cvc5@1.4.2
(declare-const y String)
(assert (str.< y (str.substr y (str.to_int (str.++ y (ite (= "-" y) (str.replace_re "" re.all y) ""))) 3)))
(check-sat)
