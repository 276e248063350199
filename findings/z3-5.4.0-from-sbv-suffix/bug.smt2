; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.8.14
; options combined_solver.ignore_solver1=true
; operators str.from_sbv str.suffixof
; against z3@5.4.0
; certificate witness
(declare-const z (_ BitVec 1))
(declare-const v (_ BitVec 1))
(assert (str.suffixof (ite (= #b0 v) "" (str.from_sbv z)) ""))
(check-sat)
