; assay bug 1
; solver cvc5
; class crash
; shows cvc5@1.0.3
; first cvc5@1.0.3
; options --ackermann
; operators store
; signature cvc5@1.0.3 check failure term.getKind() != kind::STORE at ackermann.cpp:180 in void cvc5::internal::preprocessing::passes::{anonymous}::collectFunctionsAndLemmas(cvc5::internal::preprocessing::passes::FunctionToArgsMap&, cvc5::internal::theory::SubstitutionMap&, std::vector<cvc5::internal::NodeTemplate<false>
; certificate signature
(set-logic QF_AX)
(declare-const x (Array Bool Bool))
(assert (= x (store x true true)))
(check-sat)
