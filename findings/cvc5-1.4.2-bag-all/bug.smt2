; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.4.2
; first cvc5@1.3.0
; operators bag.all
; signature cvc5@1.3.0 Unhandled case encountered Unexpected bag kind 'bag.all' in node at bags_utils.cpp:151 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.3.2 Unhandled case encountered Unexpected bag kind 'bag.all' in node at bags_utils.cpp:151 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; signature cvc5@1.4.2 Unhandled case encountered Unexpected bag kind 'bag.all' in node at bags_utils.cpp:148 in static cvc5::internal::Node cvc5::internal::theory::bags::BagsUtils::evaluate(cvc5::internal::theory::Rewriter*, cvc5::internal::TNode)
; certificate signature
(set-logic HO_ALL)
(assert (bag.all (lambda ((v Int)) true) (as bag.empty (Bag Int))))
(check-sat)
