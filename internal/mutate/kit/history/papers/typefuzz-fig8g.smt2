; Paper: Generative Type-Aware Mutation for Testing SMT Solvers (OOPSLA 2021)
; Where: Fig. 8 (g), issue z3/5035
; Paper's claim: z3 with rewriter.flat=false died of a segmentation fault in lia2pb
; Truth: unsat: c = 2 = d by the chains, then e = 1 is not 4
; Repaired: blanks after operators and after parentheses; the chains of three arguments are as printed.
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun c () Int)
(declare-fun d () Int)
(declare-fun e () Int)
(assert (and (>= b 0) (<= b 3) (>= c 2 d) (= c (* 2 a) d) (= (- (- e c d)) 0) (= e 1)))
(check-sat)
