(assert (not (= (str.to_code "") (- 1))))
(check-sat)
