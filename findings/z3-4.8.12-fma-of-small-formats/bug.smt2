; assay bug 1
; solver z3
; class solution-soundness
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.12.6
; operators fp.fma
; certificate ground
(assert (distinct (fp.fma RTZ (fp #b0 #xe #b00) (fp #b0 #x8 #b00) (_ +zero 4 3)) (fp #b0 #xe #b11)))
(check-sat)
