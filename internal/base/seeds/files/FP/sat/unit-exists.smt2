; A tiny format has a multiplicative unit for its finite values.
(set-logic FP)
(set-info :status sat)
(define-sort F () (_ FloatingPoint 2 3))
(declare-const u F)
(assert (forall ((x F)) (=> (not (fp.isNaN x)) (fp.eq (fp.mul RNE u x) x))))
(assert (exists ((y F)) (and (fp.lt y u) (fp.isSubnormal y))))
(check-sat)
