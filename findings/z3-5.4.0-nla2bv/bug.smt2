; assay bug 1
; solver z3
; class solution-soundness
; shows z3@5.4.0
; first z3@4.16.0
; operators * <= check-sat-using nla2bv
; against cvc5@1.4.2 yices2@2.6.5
; certificate agreement
(set-logic QF_LIA)
(declare-const x Int)
(assert (and (<= 1 (* 1 x)) (<= (* 1 x) 0)))
(check-sat-using (then nla2bv smt))
