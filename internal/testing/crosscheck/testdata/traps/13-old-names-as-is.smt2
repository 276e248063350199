; Trap 13: The same, not translated.
(declare-const x String)
(assert (str.in.re x (str.to.re "a")))
(assert (= 3 (str.to.int (int.to.str 3))))
(check-sat)
