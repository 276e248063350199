; assay bug 1
; solver z3
; class crash
; shows z3@4.8.12
; first z3@4.8.5
; operators reset
; stack core_hashtable<default_map_entry<symbol, datatype::def*>, table2map<default_map_entry<symbol, datatype::def*>, symbol_hash_proc, symbol_eq_proc>::entry_hash_proc, table2map<default_map_entry<symbol, datatype::def*>, symbol_hash_proc, symbol_eq_proc>::entry_eq_proc>::find_core < datatype::util::get_datatype_constructors < smt2::parser::check_patterns
; same-as z3-5.4.0-crash-reset
; certificate signature
; engine fusion
; origin arm now, run 1
(declare-sort U 0)
(declare-datatypes ((c 0)) (((l) (n (p c)))))
(declare-fun d () c)
(assert (match d (((n y!1) true) (l true))))
(reset)
(declare-sort U 0)
