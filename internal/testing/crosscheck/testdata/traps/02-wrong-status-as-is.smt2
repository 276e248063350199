; Trap 2: The same wrong label, but handed over. The aborts are a difference of verdicts, not crashes. No model is
; asked for, so the label cannot be refuted either.
(set-info :status unsat)
(declare-const x Int)
(assert (> x 41))
(check-sat)
