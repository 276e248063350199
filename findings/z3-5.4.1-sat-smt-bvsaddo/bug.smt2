(declare-datatype e ((i)))
(declare-const m (_ BitVec 2))
(assert (bvsaddo (ite (forall ((z e)) (distinct i z)) m #b00) #b01))
(check-sat)
