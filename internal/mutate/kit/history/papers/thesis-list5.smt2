; Paper: Fuzz-testing SMT Solvers with Formula Weakening and Strengthening (master's thesis, ETH 2021)
; Where: Listing 5, issue z3/5343
; Paper's claim: z3 said rightly sat (so the text) with an invalid model
; Truth: unsat: the range between empty strings is the empty language, so the concatenation is empty too
; Note: re.loop with one index is z3's own; whatever the range holds, one more character cannot leave ar_7 unchanged, so the claimed sat was itself wrong.
(declare-const ar_7 String)
(assert (str.in_re ar_7 (re.++ (str.to_re ar_7) ((_ re.loop 1) (re.range "" "")))))
(check-sat)
