; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.8.12
; first z3@4.8.5
; behaves z3@4.13.4
; operators pop push
; against cvc5@1.4.2
; certificate witness
(push)
(declare-datatype x ((z) (a)))
(declare-const u x)
(assert ((_ is a) u))
(check-sat)
(pop)
(declare-datatype x ((z) (j) (a)))
(declare-const u x)
(assert (not (or ((_ is z) u) ((_ is a) u))))
(check-sat)
