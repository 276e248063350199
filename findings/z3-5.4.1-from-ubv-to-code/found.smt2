; solver z3@5.4.1
; solver z3@5.4.0
; solver z3@4.16.0
; solver z3
(declare-const x (_ BitVec 1))
(assert (<= 0 (str.to_code (str.from_ubv x))))
(check-sat)
