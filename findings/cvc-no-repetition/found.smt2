; solver cvc5@1.0.3
(set-logic QF_S)
(assert (str.in_re "b" ((_ re.^ 0) re.all)))
(check-sat)
