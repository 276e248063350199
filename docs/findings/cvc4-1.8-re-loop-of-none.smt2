; cvc4 1.8, found by assay (engine diver): unsat, but the formula is valid. From one repetition to none, there is no word at all (SMT-LIB 2.6, theory
; Strings: re.loop with n1 > n2 is empty).
(set-logic QF_S)
(assert (not (str.in_re "" ((_ re.loop 1 0) re.all))))
(check-sat)
