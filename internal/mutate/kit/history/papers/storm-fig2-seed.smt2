; Paper: Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing (ESEC/FSE 2020)
; Where: Fig. 2 left
; Paper's claim: none: the seed of the next formula
; Truth: sat: five characters, abaaa
; Repaired: all punctuation and digits are lost; parentheses, re.++ and the first literal (b) are reconstructed, old operator names replaced.
(declare-const S String)
(assert (str.in_re S (re.++ re.allchar (re.++ (str.to_re "b") (re.++ re.allchar (str.to_re "aa"))))))
(assert (not (str.in_re S (re.union re.allchar (str.to_re "xjafa")))))
(check-sat)
