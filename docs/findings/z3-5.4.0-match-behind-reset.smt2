; crash of z3 4.8.5 to 5.4.0: a match after reset, where a match over another datatype of the same name came before the reset. What memory then holds
; decides whether it shows
(declare-datatypes ((x 0)) (((z (w Bool)) (c (d Bool)))))
(declare-fun k () Bool)
(declare-fun l () Bool)
(declare-fun m () x)
(declare-fun n () x)
(declare-fun o () x)
(define-fun p () Bool (match m (((z b!4) b!4) ((c b!7) b!7))))
(reset)
(declare-datatypes ((x 0)) (((q))))
(assert (match q ((t true))))
