; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.8.5
; operators reset
; stack datatype::util::get_datatype_constructors < smt2::parser::parse_match_pattern < smt2::parser::push_match_frame
; certificate signature
; engine storm
; origin arm now, run 3
(set-logic LI)
(declare-datatypes ((x 1)) ((par (X) ((z)))))
(assert (= 0 (match (as z (x Int)) ((x!3!2 0)))))
(reset)
(declare-datatypes ((x 1)) ((par (X) ((z)))))
(assert (= 0 (match (as z (x Int)) ((x!3 0)))))
