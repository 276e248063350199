; cvc5 1.0.3 answers unknown, cvc4 1.8 and z3 4.8.12 answer sat.
(set-logic UF)
(declare-sort U 0)
(declare-fun a () U)
(declare-fun b () U)
(define-fun test ((y U)) Bool (or (= y a) (= y b)))
(assert (exists ((x Bool)) (and (= (= a b) x) (exists ((u U)) (= x (exists ((y U)) (=> (test y) (and (not (= y u)) (= b y)))))))))
(check-sat)
