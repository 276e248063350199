; assay bug 1
; solver cvc5
; class solution-soundness
; shows cvc5@1.4.2
; first cvc5@1.4.0
; options --cegqi-nested-qe --miniscope-quant=agg --no-var-elim-quant
; against z3@5.4.0 bitwuzla@0.9.1
; certificate ground
(set-logic BV)
(declare-const c Bool)
(assert (forall ((x (_ BitVec 1)) (y Bool) (z (_ BitVec 1))) (not (and (= x #b0) (= z x) (or c (= z #b0)) y))))
(check-sat)
