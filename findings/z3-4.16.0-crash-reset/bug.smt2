; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.8.5
; operators reset
; stack datatype::util::get_datatype_constructors < smt2::parser::push_match_frame < smt2::parser::parse_expr
; same-as z3-5.4.0-crash-reset
; certificate signature
; engine storm
; origin arm before, run 5
(declare-datatypes ((y 0) (z 0)) (((w)) ((c))))
(assert (= c (match w ((x c)))))
(reset)
(declare-datatypes ((y 0) (z 0)) (((w)) ((c))))
(assert (= c (match w ((x!1 c)))))
