; assay bug 1
; solver z3
; class refutation-soundness
; shows z3@5.4.0
; first z3@4.13.4
; options sat.smt=true
; operators bvnego bvugt bvult push
; against z3@5.4.0
; certificate witness
(declare-const x Bool)
(declare-const e (_ BitVec 2))
(declare-const j (_ BitVec 2))
(declare-const k (_ BitVec 2))
(assert (bvult j e))
(assert (or (bvnego k) x))
(push)
(assert (bvugt j k))
(check-sat)
