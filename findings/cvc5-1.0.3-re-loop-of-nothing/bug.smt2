(set-logic ALL)
(declare-const c String)
(assert (str.in_re c (re.comp ((_ re.loop 0 0) re.all))))
(check-sat)
