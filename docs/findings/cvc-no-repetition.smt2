; cvc5 1.0.3 and cvc4 1.8 answer sat. Zero repetitions of any language are the empty string alone (SMT-LIB theory
; Unicode Strings: (_ re.^ 0)), and "b" is not empty. z3 4.8.12 answers unsat.
(set-logic QF_S)
(assert (str.in_re "b" ((_ re.^ 0) re.all)))
(check-sat)
