(assert (= "" (str.replace_re_all "" re.none "")))
(check-sat)
