; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.4.0
; operators :produce-unsat-assumptions <= > pop push
; stack CVC4::TSatProof<CVC4::Minisat::Solver>::resolveUnit < CVC4::TSatProof<CVC4::Minisat::Solver>::finalizeProof < CVC4::Minisat::Solver::addClause_
; certificate signature
; origin findings/cvc4-1.8-push-pop-segfault
(set-logic ALL)
(set-option :produce-unsat-assumptions true)
(declare-fun x () Int)
(declare-fun z () Int)
(assert (<= z 0))
(assert (not (ite (<= z 0) (<= x 0) (<= 0 x))))
(check-sat)
(get-model)
(push 1)
(assert (> 0 x))
(push 2)
(pop 1)
(pop 2)
(assert (> 0 x))
(push 1)
