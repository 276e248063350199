; assay bug 1
; solver cvc4
; class solution-soundness
; shows cvc4@1.8
; first cvc4@1.8
; operators set.inter set.singleton
; certificate ground
(set-logic ALL)
(assert (not (= (intersection (singleton 0.0) (singleton 7.0)) (as emptyset (Set Real)))))
(check-sat)
