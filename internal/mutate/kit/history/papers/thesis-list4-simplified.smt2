; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 4, the inner or rewritten by hand as the text proposes
; Paper's claim: cvc5 said sat
; Truth: sat: s = 0
; Repaired: written out from the description.
(declare-const s Real)
(assert (or (= 0.0 s) (< (* s (+ 6 (* s 12))) (- 1))))
(check-sat)
