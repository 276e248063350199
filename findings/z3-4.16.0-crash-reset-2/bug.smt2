; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.8.5
; operators reset
; stack vector<ast*, false, unsigned int>::push_back < datatype::decl::plugin::add_ast < datatype::util::get_datatype_constructors
; same-as z3-5.4.0-crash-reset
; certificate signature
; engine storm
; origin arm now, run 10
(declare-sort U 0)
(declare-datatypes ((y 1)) ((par (X) ((u)))))
(declare-fun b () U)
(assert (= b (match (as u (y U)) ((u b)))))
(reset)
(declare-sort U 0)
(declare-datatypes ((y 1)) ((par (X) ((z)))))
(declare-fun c () U)
(assert (= (match (as z (y U)) ((u!1 c))) c))
