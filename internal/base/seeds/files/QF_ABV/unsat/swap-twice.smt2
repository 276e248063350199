; Swapping two cells twice restores the array.
(set-logic QF_ABV)
(set-info :status unsat)
(define-sort A () (Array (_ BitVec 2) (_ BitVec 5)))
(declare-const a A)
(declare-const i (_ BitVec 2))
(declare-const j (_ BitVec 2))
(define-fun swap ((x A) (s (_ BitVec 2)) (t (_ BitVec 2))) A
  (store (store x s (select x t)) t (select x s)))
(assert (not (= a (swap (swap a i j) j i))))
(check-sat)
