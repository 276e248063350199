(set-logic ALL)
(assert (not (= (fp.add RNE (fp #b1 #b10 #b00) (fp #b1 #b10 #b00)) (_ -oo 2 3))))
(check-sat)
