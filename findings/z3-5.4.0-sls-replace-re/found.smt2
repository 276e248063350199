; solver z3@5.4.0 smt.sls.enable=true
(assert (= "" (str.replace_re_all "" re.none "")))
(check-sat)
