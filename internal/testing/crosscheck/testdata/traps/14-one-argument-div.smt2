; Trap 14: Ill-sorted input: div of one argument. Raw, z3 answers sat and others refuse or guess. It must be
; refused, or be made well-sorted, before any solver is asked.
(declare-const x Int)
(assert (= (div x) 3))
(check-sat)
