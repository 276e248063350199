; solver cvc4
(set-logic QF_S)
(assert (not (str.in_re "" ((_ re.loop 1 0) re.all))))
(check-sat)
