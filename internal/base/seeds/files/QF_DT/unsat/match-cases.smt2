; A match whose cases all contradict the tester.
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Expr 0)) (((lit (neg Bool)) (plus (l Expr) (r Expr)) (hole))))
(declare-const e Expr)
(define-fun size-odd ((x Expr)) Bool
  (match x (((lit n) true) ((plus a b) (xor ((_ is plus) a) ((_ is plus) b))) (hole true))))
(assert (= e (plus (lit true) (plus hole hole))))
(assert (or (not (size-odd e)) (size-odd (plus e (r e))) (neg (ite (size-odd hole) (lit false) e))))
(check-sat)
