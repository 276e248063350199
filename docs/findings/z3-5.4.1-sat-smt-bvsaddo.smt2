; With sat.smt=true and rewriter.enable_der=false, z3 answers sat. i is the only element of e, so the condition is false, and 0 + 1 does not overflow.
(declare-datatype e ((i)))
(declare-const m (_ BitVec 2))
(assert (bvsaddo (ite (forall ((z e)) (distinct i z)) m #b00) #b01))
(check-sat)
