; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 5 with re.+ in place of z3's own loop of one index
; Paper's claim: as Listing 5
; Truth: unsat: the range between empty strings is the empty language
; Repaired: the loop is exchanged for the standard operator of the same meaning.
(declare-const ar_7 String)
(assert (str.in_re ar_7 (re.++ (str.to_re ar_7) (re.+ (re.range "" "")))))
(check-sat)
