; solver cvc5
; solver z3@5.4.0
(set-logic QF_S)
(declare-fun c () String)
(assert (str.in_re c (re.comp ((_ re.loop 0 0) re.all))))
(check-sat)
