; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@5.4.0
; operators check-sat-using elim-predicates store
; stack eliminate_predicates::try_find_macro < eliminate_predicates::reduce < dependent_expr_state_tactic::operator()
; certificate signature
; engine storm
; origin arm now, run 7
(declare-fun c () (Array Int Int))
(declare-fun i () (Array Int Int))
(declare-fun k () (Array Int Int))
(declare-fun m () Int)
(declare-fun y () (Array Int Int))
(assert (not (or (= k c) (and (=> (= c c) (or (not (= y (store y 0 0))) (= k c))) (= k c)) (= c y))))
(assert (= c c))
(assert (= k c))
(assert (and (= k c) (= 0 0)))
(assert (= 0 0))
(assert (= c c))
(assert (= 0 0))
(assert (= c c))
(assert (= (= c y) true))
(assert (not (and (= k c) (not (and (= k i) (= (= c y) (= k c)) (= i (store i m m)))))))
(assert (= c y))
(assert (= 0 0))
(assert (and (= (= c y) true) (= c y)))
(assert (= c c))
(check-sat-using elim-predicates)
