; cvc5 1.0.3 (with --fp-exp) ends with SIGSEGV: to_fp from a format with more exponent bits, rounding mode unknown.
; cvc5 1.4.2 answers sat.
(set-logic ALL)
(declare-fun r () RoundingMode)
(declare-fun x () (_ FloatingPoint 10 11))
(assert (fp.isZero ((_ to_fp 5 11) r x)))
(check-sat)
