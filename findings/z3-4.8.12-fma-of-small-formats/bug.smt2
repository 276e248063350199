(assert (distinct (fp.fma RTZ (fp #b0 #xe #b00) (fp #b0 #x8 #b00) (_ +zero 4 3)) (fp #b0 #xe #b11)))
(check-sat)
