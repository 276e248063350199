; assay bug 1
; solver z3
; class invalid-model
; shows z3@5.4.0
; first z3@4.16.0
; operators extract select
; certificate own-model
(set-logic QF_ABV)
(declare-const x (_ BitVec 32))
(define-fun f ((i (_ BitVec 32))) (_ BitVec 8) ((_ extract 7 0) x))
(assert (not (= #x00 (select f #x00000000))))
(check-sat)
(get-model)
