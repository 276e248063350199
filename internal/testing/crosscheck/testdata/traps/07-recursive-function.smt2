; Trap 7: The function is defined by recursion. Printed models leave it out or (cvc4) print a finite table in its
; place; the definition in the formula counts.
(set-logic UFLIA)
(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))
(declare-const x Int)
(assert (= (f x) 3))
(check-sat)
