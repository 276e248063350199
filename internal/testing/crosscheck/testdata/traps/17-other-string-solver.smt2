; Trap 17: z3str3 gives up, or loses, where the default solver does not; it was removed later.
(set-logic QF_SLIA)
(declare-const x String)
(assert (= "ab" (str.replace_all x "c" "b")))
(assert (str.contains x "c"))
(check-sat)
