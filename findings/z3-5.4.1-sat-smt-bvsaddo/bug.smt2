; assay bug 1
; solver z3
; class solution-soundness
; shows z3@5.4.1
; first z3@4.16.0
; options rewriter.enable_der=false sat.smt=true
; operators bvsaddo
; against cvc5@1.4.2
; certificate ground
(declare-datatype e ((i)))
(declare-const m (_ BitVec 2))
(assert (bvsaddo (ite (forall ((z e)) (distinct i z)) m #b00) #b01))
(check-sat)
