; solver bitwuzla@0.10.0
; solver z3@5.4.1
(set-logic UF)
(declare-sort S0 0)
(assert (not (not (not (forall ((x Bool)) (exists ((q3 S0) (q4 S0) (q5 Bool) (q7 S0) (q8 Bool)) (forall ((b Bool)) (=> (and (not (not (or false (= q3 q4 q7)))) b) (and false b)))))))))
(check-sat)
