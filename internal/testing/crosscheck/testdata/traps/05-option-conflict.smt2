; Trap 5: Options that exclude each other end cvc5 fatally before it reads anything.
(set-logic QF_BV)
(declare-const b (_ BitVec 8))
(assert (= b #x01))
(check-sat)
