; A record of two floats equals its copy even when one of them is NaN.
(set-logic ALL)
(set-info :status unsat)
(declare-datatype Cplx ((cplx (re Float32) (im Float32))))
(declare-const c Cplx)
(define-fun conj ((x Cplx)) Cplx (cplx (re x) (fp.neg (im x))))
(assert (fp.isNaN (re c)))
(assert (distinct (conj (conj c)) c))
(check-sat)
