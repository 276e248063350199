(set-logic ALL)
(assert false)
(reset-assertions)
(check-sat)
