; wrong unsat of z3 4.15.8 and 4.16.0; 4.14.1 and 5.1.0 answer unknown. y = "01" makes it true: "01" is not "-", so the number is that of "01",
; which is 1, and "01" is below "1", the part of y from its second character on.
(declare-const y String)
(assert (str.< y (str.substr y (str.to_int (str.++ y (ite (= "-" y) (str.replace_re "" re.all y) ""))) 3)))
(check-sat)
