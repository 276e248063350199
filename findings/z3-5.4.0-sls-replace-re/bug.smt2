(assert (= "" (str.replace_re_all "" re.all "")))
(check-sat)
