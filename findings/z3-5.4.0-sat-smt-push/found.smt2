; solver z3@5.4.0 sat.smt=true
; solver z3@5.4.0
(declare-fun x () Bool)
(declare-fun e () (_ BitVec 2))
(declare-fun j () (_ BitVec 2))
(declare-fun k () (_ BitVec 2))
(assert (bvult j e))
(assert (or (bvnego k) x))
(push 1)
(assert (bvugt j k))
(check-sat)
