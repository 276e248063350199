; A recursive function over a recursive datatype, applied to a known shape.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((T 0)) (((leaf (key Int)) (bin (lt T) (rt T)))))
(define-fun-rec total ((t T)) Int
  (ite ((_ is leaf) t) (key t) (+ (total (lt t)) (total (rt t)))))
(declare-const a Int)
(declare-const b Int)
(assert (= (total (bin (leaf a) (bin (leaf b) (leaf (- a))))) 12))
(assert (= (mod a 5) (mod b 5)))
(assert (> a 20))
(check-sat)
