; wrong model of z3 4.15.8 to 5.4.0: a defined function stands for an array, as z3 allows, and with x = 0 the value read from it is #x00; 4.14.1 is right
(set-logic QF_ABV)
(declare-fun x () (_ BitVec 32))
(define-fun f ((i (_ BitVec 32))) (_ BitVec 8) ((_ extract 7 0) x))
(assert (not (= #x00 (select f #x00000000))))
(check-sat)
(get-model)
