; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.4.2
; first cvc5@1.0.3
; operators bag table.aggr
; signature cvc5@1.0.3 Unhandled case encountered Unexpected bag kind 'table.aggr' in node at bags_utils.cpp:153 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.1.0 Unhandled case encountered Unexpected bag kind 'table.aggr' in node at bags_utils.cpp:154 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.2.1 Unhandled case encountered Unexpected bag kind 'table.aggr' in node at bags_utils.cpp:151 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.3.2 Unhandled case encountered Unexpected bag kind 'table.aggr' in node at bags_utils.cpp:151 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.4.2 Unhandled case encountered Unexpected bag kind 'table.aggr' in node at bags_utils.cpp:148 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; certificate signature
(set-logic HO_ALL)
(assert (= (table.aggr (lambda ((x (Tuple Int)) (y Bool)) y) true (bag (tuple 0) 0)) (bag true 0)))
(check-sat)
