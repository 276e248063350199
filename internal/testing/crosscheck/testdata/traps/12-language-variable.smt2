; Trap 12: A variable of sort RegLan. z3 reads it and gives up, cvc5 and cvc4 refuse.
(declare-const r RegLan)
(assert (str.in_re "a" r))
(check-sat)
