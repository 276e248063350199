; solver z3@5.4.1 rewriter.expand_select_ite=true
(set-logic QF_ABV)
(declare-const j (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const k (_ BitVec 32))
(define-fun f ((i (_ BitVec 32))) (_ BitVec 8) (select j #x00000000))
(assert (= #x00 (select (ite (bvuge #x00000000 k) f j) k)))
(check-sat)
(get-model)
