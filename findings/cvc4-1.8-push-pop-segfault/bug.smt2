; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.4.0
; operators :produce-unsat-assumptions <= > pop push
; stack CVC4::TSatProof<CVC4::Minisat::Solver>::resolveUnit < CVC4::TSatProof<CVC4::Minisat::Solver>::finalizeProof < CVC4::Minisat::Solver::addClause_
; certificate signature
(set-logic ALL)
(set-option :produce-unsat-assumptions true)
(declare-const x Int)
(declare-const z Int)
(assert (<= z 0))
(assert (not (ite (<= z 0) (<= x 0) (<= 0 x))))
(check-sat)
(push)
(assert (> 0 x))
(push 2)
(pop)
(pop 2)
(assert (> 0 x))
(push)
