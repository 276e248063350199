; assay bug 1
; solver z3
; class crash
; shows z3@4.13.4
; first z3@4.13.4
; behaves z3@5.4.0
; options sat.prob_search=true sat.smt=true
; operators :produce-unsat-cores
; stack model_evaluator::model_evaluator < generic_model_converter::operator() < simplifier_solver::get_model_core
; certificate signature
; engine storm
; origin arm one, run 78
(set-option :produce-unsat-cores true)
(assert (! true :named z))
(check-sat)
(get-model)
