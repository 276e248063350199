; Trap 10: seq.nth beyond the end is any value; z3 prints seq.nth_u for it, cvc5 nothing.
(declare-const s (Seq Int))
(assert (= s (seq.unit 3)))
(assert (= (seq.nth s 5) 42))
(check-sat)
