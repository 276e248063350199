; Trap 13: The names of 2.5. z3 reads them, cvc5 and cvc4 do not know them unless they are translated.
(declare-const x String)
(assert (str.in.re x (str.to.re "a")))
(assert (= 3 (str.to.int (int.to.str 3))))
(check-sat)
