; assay bug 1
; solver cvc4
; class crash
; shows cvc4@1.8
; first cvc4@1.8
; behaves cvc5@1.0.3
; signature cvc4@1.8 check failure cases[N].isConst() || cases.size() == dt.getNumConstructors() at datatypes_rewriter.cpp:217 in virtual CVC4::theory::RewriteResponse CVC4::theory::datatypes::DatatypesRewriter::postRewrite(CVC4::TNode)
; certificate signature
; engine fusion
; origin arm now, run 1
(declare-datatypes ((c 0)) (((l))))
(assert (match l ((n true) (l true))))
(check-sat)
