; wrong sat of cvc5 1.4.0 and 1.4.2 with --cegqi-nested-qe --miniscope-quant=agg --no-var-elim-quant
(set-logic BV)
(declare-fun c () Bool)
(assert (forall ((x (_ BitVec 1)) (y Bool) (z (_ BitVec 1))) (not (and (= x #b0) (= z x) (or c (= z #b0)) y))))
(check-sat)
