; solver yices2@2.6.5 --mcsat
(set-logic ALL)
(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))
(declare-const j (_ BitVec 1))
(assert (= (store (store a #b0 #b0) j j) a))
(assert (not (= j #b0)))
(check-sat)
(get-model)
