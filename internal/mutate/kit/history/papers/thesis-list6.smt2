; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 6, issue cvc5/6717
; Paper's claim: cvc5 (development version) said unknown, the release before sat; incompleteness, a regression
; Truth: sat: T true
; Repaired: a line break inside a term.
(declare-const T Bool)
(declare-const v String)
(assert (ite T T true))
(assert (or T (and (str.prefixof v "") (exists ((x Int)) (= "t" (str.substr v 0 x))))))
(check-sat)
