; solver cvc4
(set-logic QF_S)
(declare-fun z () String)
(declare-fun v () String)
(assert (str.prefixof "<" (str.replace_re z (re.comp (str.to_re v)) "")))
(check-sat)
(get-model)
