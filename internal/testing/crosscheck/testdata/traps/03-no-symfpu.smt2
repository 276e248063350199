; Trap 3: This build of cvc4 lacks SymFPU and dies of SIGABRT on any floating-point formula. That is a missing
; part.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.lt x (fp.neg x)))
(check-sat)
