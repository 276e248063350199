; solver z3@5.4.1 rewriter.enable_der=false sat.smt=true
; solver cvc5@1.4.2
(declare-datatype e ((i)))
(declare-const m (_ BitVec 2))
(assert (bvsaddo (ite (forall ((z e)) (distinct i z)) m #b00) #b01))
(check-sat)
