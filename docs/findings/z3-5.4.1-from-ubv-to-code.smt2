; z3 4.8.12 to 5.4.1, found by assay ci (engine diver): unsat, but for x = #b0, (str.from_ubv x) is "0", whose code is 48. The proof's first step says
; that the digit of a bit vector of one bit with the value 0 is the character 50, which is "2".
(declare-const x (_ BitVec 1))
(assert (<= 0 (str.to_code (str.from_ubv x))))
(check-sat)
