; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 7, the inner replace rewritten by hand as the text proposes
; Paper's claim: z3 said sat
; Truth: sat: T = 0, x = 0, va = a
; Repaired: written out from the description.
(declare-const x Int)
(declare-const T Int)
(declare-const va String)
(assert (distinct (str.from_int T) (str.replace va "" (str.from_int (- x)))))
(check-sat)
