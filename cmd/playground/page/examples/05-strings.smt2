; Strings: a word of a regular language
(set-logic QF_SLIA)
(declare-const s String)
(declare-const t String)
(assert (str.in_re s (re.+ (re.union (str.to_re "ab") (re.range "0" "9")))))
(assert (= t (str.replace_all s "ab" "\u{1F600}")))
(assert (> (str.len t) (str.to_int (str.substr s 2 1))))
(check-sat)
(get-model)
