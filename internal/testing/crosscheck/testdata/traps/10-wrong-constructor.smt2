; Trap 10: The head of nil is any value of the sort. No solver prints it.
(set-logic QF_UFDTLIA)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-const l L)
(assert (= l nil))
(assert (= (hd l) 42))
(check-sat)
