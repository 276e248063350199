; Paper: DIVER: Oracle-Guided SMT Solver Testing with Unrestricted Random Mutations (ICSE 2023)
; Where: section II-B, the mutant
; Paper's claim: none: an example of the method
; Truth: sat (the paper gives the model): x = 3, y = 1
; Repaired: written out from mathematical notation.
(declare-const x Real)
(declare-const y Real)
(assert (and (<= 0.0 (/ (- y 1.0) x)) (= x (+ 2.0 y))))
(check-sat)
