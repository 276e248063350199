; Sequences, as z3 and cvc5 have them
(declare-const s (Seq Int))
(declare-const t (Seq Int))
(assert (= (seq.++ s t) (seq.++ t s)))
(assert (distinct s t))
(assert (> (seq.len s) 1))
(check-sat)
(get-model)
