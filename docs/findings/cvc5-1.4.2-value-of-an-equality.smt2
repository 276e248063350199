; wrong value of cvc5 1.4.2: it answers sat, its model has y = 0, and its value of (= 0 y) is false. 1.4.0 answers unknown, and gives the
; same model and the value true.
(set-logic UFLIA)
(declare-fun y () Int)
(declare-fun a (Int) Int)
(assert (forall ((b Int)) (= 0 (a b))))
(assert (or (= 1 y) (forall ((d Int)) (not (and (<= 1 d) (<= d y))))))
(assert (not (and (<= 1 y) (= 0 y))))
(check-sat)
(get-model)
(get-value ((= 0 y)))
