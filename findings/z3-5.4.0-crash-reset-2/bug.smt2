; assay bug 1
; solver z3
; class crash
; shows z3@5.4.0
; first z3@4.8.5
; operators reset
; stack core_hashtable<default_map_entry<symbol, datatype::def*>, table2map<default_map_entry<symbol, datatype::def*>, symbol_hash_proc, symbol_eq_proc>::entry_hash_proc, table2map<default_map_entry<symbol, datatype::def*>, symbol_hash_proc, symbol_eq_proc>::entry_eq_proc>::find_core < datatype::util::get_datatype_constructors < smt2::parser::parse_match_pattern
; same-as z3-5.4.0-crash-reset
; certificate signature
; engine generate
; origin arm before, run 10
(declare-datatypes ((x 0)) (((y))))
(assert (= y (match y ((y y)))))
(reset)
(declare-sort S 0)
(declare-datatypes ((z 1)) ((par (T) ((v)))))
(assert (match (as v (z S)) ((v true))))
