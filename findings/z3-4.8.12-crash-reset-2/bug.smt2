; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.5
; operators reset
; stack ast_table::push_erase < ast_manager::delete_node < datatype::util::~util
; same-as z3-5.4.0-crash-reset
; certificate signature
; engine weaken
; origin arm now, run 3
(set-logic QF_DT)
(declare-sort U 0)
(declare-datatypes ((z 1)) ((par (X) ((leaf) (v)))))
(declare-fun d () (z U))
(declare-fun a () U)
(assert (= a (match d ((leaf a) (v a)))))
(reset)
(set-logic QF_DT)
(declare-sort U 0)
