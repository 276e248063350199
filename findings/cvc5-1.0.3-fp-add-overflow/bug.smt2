(assert (not (= (fp.add RTN (fp #b1 #b10 #b00) (fp #b1 #b10 #b00)) (_ -oo 2 3))))
(check-sat)
