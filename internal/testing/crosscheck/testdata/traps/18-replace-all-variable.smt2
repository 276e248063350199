; Trap 18: str.replace_all with a variable pattern: z3 says unknown, as documented; cvc5 and cvc4 decide it.
(set-logic QF_SLIA)
(declare-const x String)
(declare-const y String)
(assert (= (str.replace_all x y "ab") "cabab"))
(assert (distinct y ""))
(assert (distinct x "cabab"))
(check-sat)
