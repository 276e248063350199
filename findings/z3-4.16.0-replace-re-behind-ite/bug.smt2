(declare-const y String)
(assert (str.< y (str.substr y (str.to_int (str.++ y (ite (= "-" y) (str.replace_re "" re.all y) ""))) 3)))
(check-sat)
