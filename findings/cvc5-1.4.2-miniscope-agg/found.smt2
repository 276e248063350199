; solver cvc5@1.4.2 --cegqi-nested-qe --miniscope-quant=agg --no-var-elim-quant
; solver z3@5.4.0
; solver bitwuzla@0.9.1
(set-logic BV)
(declare-fun c () Bool)
(assert (forall ((x (_ BitVec 1)) (y Bool) (z (_ BitVec 1))) (not (and (= x #b0) (= z x) (or c (= z #b0)) y))))
(check-sat)
