; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@4.16.0
; first z3@4.16.0
; behaves z3@5.4.0
; operators str.++ str.< str.replace_re str.substr str.to_int
; against cvc5@1.4.2
; certificate witness
(declare-const y String)
(assert (str.< y (str.substr y (str.to_int (str.++ y (ite (= "-" y) (str.replace_re "" re.all y) ""))) 3)))
(check-sat)
