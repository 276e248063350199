; Paper: Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing (ESEC/FSE 2020)
; Where: Fig. 2 right
; Paper's claim: z3 with its string solver z3str3 said unsat; refutation soundness
; Truth: sat (by the paper's construction): the negated conjunction is a disjunction of the seed's parts
; Repaired: as for the seed; the nesting of let is reconstructed from the text that explains the figure.
(declare-const S String)
(assert (let ((a (str.in_re S (re.++ re.allchar (re.++ (str.to_re "b") (re.++ re.allchar (str.to_re "aa")))))))
  (let ((b (not (str.in_re S (re.union re.allchar (str.to_re "xjafa"))))))
    (let ((c (and (not b) (not a))))
      (not c)))))
(check-sat)
