; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.12
; behaves z3@4.13.4
; operators reset
; stack th_rewriter::imp::~imp < th_rewriter::~th_rewriter < simplify_tactic::~simplify_tactic
; certificate signature
; engine weaken
; origin arm none, run 82
(set-logic QF_UFDT)
(declare-sort U)
(declare-datatypes ((z 0) (w 0)) (((v) (u (a U) (b z))) ((c (e U)) (node (j w) (k w)))))
(declare-const d w)
(declare-fun f (w) U)
(assert (not (not (= (match d (((c x) x) ((node d y) (f d)))) (e d)))))
(reset)
(set-logic QF_DT)
(check-sat)
