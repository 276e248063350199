(set-logic ALL)
(assert (str.in_re "b" ((_ re.^ 0) re.all)))
(check-sat)
