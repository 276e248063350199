; z3 4.8.5 to 4.13.0 answer sat and unsat. The second datatype has three constructors, and u = j is neither z nor a, so the
; second answer is sat as well: at (pop 1), z3 did not forget that x had two.
(push 1)
(declare-datatypes ((x 0)) (((z) (a))))
(declare-fun u () x)
(assert ((_ is a) u))
(check-sat)
(pop 1)
(push 1)
(declare-datatypes ((x 0)) (((z) (j) (a))))
(declare-fun u () x)
(assert (not (or ((_ is z) u) ((_ is a) u))))
(check-sat)
(pop 1)
