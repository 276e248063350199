; bitwuzla 0.9.0 and 0.9.1 end with std::bad_variant_access. With two elements they answer unknown.
(set-logic QF_UF)
(declare-sort S 0)
(declare-const a S)
(declare-const b S)
(declare-const c S)
(assert (distinct a b c))
(check-sat)
