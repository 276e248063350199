; Ranges with swapped or too long bounds are empty, their complements are not.
(set-logic QF_S)
(set-info :status sat)
(declare-const x String)
(assert (not (str.in_re x (re.union (re.range "z" "a") (str.to_re "")))))
(assert (str.in_re x (re.comp (re.++ (re.range "\u{100}" "\u{2ff}") re.all))))
(assert (str.in_re (str.at x 1) (re.range "\u{200}" "\u{2ff}")))
(assert (str.in_re x ((_ re.loop 2 4) (re.union (re.range "a" "d") (re.range "\u{80}" "\u{fff}")))))
(check-sat)
