; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 7, issue z3/5399
; Paper's claim: z3 (development version) said unknown, 4.8.10 said sat; incompleteness, a regression
; Truth: sat: T = 0, x = 0, va = a
; Repaired: the printed parentheses leave the outer str.replace with two arguments; the next term belongs to it.
(declare-const x Int)
(declare-const T Int)
(declare-const va String)
(assert (distinct (str.from_int T) (str.replace va (str.replace "" va "") (str.from_int (- x)))))
(check-sat)
