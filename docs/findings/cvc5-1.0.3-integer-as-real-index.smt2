; cvc5 1.0.3 answers sat. The first half requires a(1) to differ from a(1.0), the second that 1 is not below 5. Its
; model satisfies the first half, with one value everywhere in a. z3 4.8.12 and cvc4 1.8 answer unsat. Found by fusion; the
; evaluator finds the model false.
(set-logic QF_AUFNIRA)
(declare-fun x () Int)
(declare-fun y () Real)
(declare-fun a () (Array Real Real))
(declare-fun n () Int)
(declare-fun k () Int)
(declare-fun m () Int)
(assert (or (and (= x 1) (= y 1.0) (not (= (select a (to_real x)) (select a y)))) (and (= n 5) (= k 1) (= m k) (not (< m n)))))
(check-sat)
