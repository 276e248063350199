; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.13.4
; behaves z3@5.4.0
; options sat.local_search=true sat.smt=true
; operators :produce-unsat-cores
; stack model_evaluator::model_evaluator(model_core&, params_ref const&) [clone .constprop.0] < generic_model_converter::operator() < simplifier_solver::get_model_core
; certificate signature
; engine generate
; origin arm one, run 27
(set-option :produce-unsat-cores true)
(assert (! true :named c))
(check-sat)
(get-model)
