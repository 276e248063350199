; z3 4.15.8 to 5.4.0 answer sat. f is true of its argument where A is, or where the argument is 0; at 1 it has the value of A, so
; the last two assertions contradict each other. z3 up to 4.14.1 answers unsat. Only z3 takes a function where an array is expected.
(set-logic QF_ABV)
(declare-fun A () (Array (_ BitVec 2) (_ BitVec 8)))
(declare-fun b () Bool)
(define-fun f ((i (_ BitVec 2))) (_ BitVec 8) (ite (= i #b00) #x01 (select A i)))
(define-fun B () (Array (_ BitVec 2) (_ BitVec 8)) (ite b f A))
(assert b)
(assert (= (select A #b01) #x00))
(assert (= (select B #b01) #x01))
(check-sat)
