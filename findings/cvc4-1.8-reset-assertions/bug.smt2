(assert false)
(reset-assertions)
(check-sat)
