; Listing 4 of Bringolf's thesis: cvc4 1.8 answers unknown, but sat with (= 0.0 s) instead of (or false (= 0.0 s)).
(set-logic ALL)
(declare-const s Real)
(assert (or (or false (= 0.0 s)) (< (* s (+ 6.0 (* s 12.0))) (- 1.0))))
(check-sat)
