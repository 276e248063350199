; assay bug 1
; solver z3
; class solution-soundness
; shows z3@4.8.12
; first z3@4.5.1
; behaves z3@4.8.17
; operators bvsmul_noovfl
; certificate ground
(assert (bvsmul_noovfl #b1 #b1))
(check-sat)
