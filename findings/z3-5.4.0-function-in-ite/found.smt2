; solver z3@5.4.0
; solver z3@4.13.4
(set-logic QF_ABV)
(declare-fun A () (Array (_ BitVec 2) (_ BitVec 8)))
(declare-fun b () Bool)
(define-fun f ((i (_ BitVec 2))) (_ BitVec 8) (ite (= i #b00) #x01 (select A i)))
(define-fun B () (Array (_ BitVec 2) (_ BitVec 8)) (ite b f A))
(assert b)
(assert (= (select A #b01) #x00))
(assert (= (select B #b01) #x01))
(check-sat)
