; solver z3@5.4.0
(set-logic QF_ABV)
(declare-fun x () (_ BitVec 32))
(define-fun f ((i (_ BitVec 32))) (_ BitVec 8) ((_ extract 7 0) x))
(assert (not (= #x00 (select f #x00000000))))
(check-sat)
(get-model)
