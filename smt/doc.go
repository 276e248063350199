// Package smt reads SMT-LIB scripts, checks their sorts, and evaluates them exactly under the models that solvers print. It is for programs
// around SMT solvers: checkers of models, formatters, translators, generators. It solves nothing, runs no process and touches no file, so that
// it also works in a browser.
//
// # From text to a verdict
//
// [Parse] splits a text into commands, [Script.Check] makes well-sorted terms of them, [ReadModel] reads what a solver printed for
// get-model, and [Model.Eval] says which assertions are true:
//
//	script, err := smt.Parse("f.smt2", text)
//	formula, err := script.Check(smt.Options{})
//	m, err := smt.ReadModel(formula, output, smt.ModelOptions{})
//	result := m.Eval()
//	if result.Verdict() == smt.False { // the model is wrong
//		fmt.Println(result.False()[0].Why)
//	}
//
// A false assertion comes with a [Blame]: its smallest part that makes it false, where that stands in the text, and the values of its
// arguments. [Model.Value] evaluates any other term.
//
// # What a value is
//
// Evaluation is exact. Numbers are integers, fractions and real algebraic numbers of any size, floating-point numbers are rounded as the
// standard says, strings are sequences of code points, and nothing is approximated. Where the standard leaves a value open, as for a division by
// zero that the model does not fix, the verdict is [Unspecified]. Where this package cannot compute a value, such as that of a quantifier over all
// integers, or not within the [Limits], it is [Unsupported], and says why. True and False are never guesses.
//
// # Whose language
//
// Scripts are read in the standard (SMT-LIB 2.6) and the dialects of common solvers: z3, cvc5, cvc4, Bitwuzla, Boolector, Yices, MathSAT,
// SMTInterpol and OpenSMT. [Options.Strict] accepts the standard alone. Models are read in every form that one of these solvers prints. Errors about
// texts are [*Error], with a position, a stable code, and often a hint.
//
// # Untrusted input
//
// Every text may be hostile. No function recurses on the nesting of its input, texts beyond documented bounds give errors, and [Options.Done]
// ends work that takes too long. A panic is a defect: please report it.
//
// # Concurrency
//
// Functions may be called concurrently. A Script is immutable. A Formula and its models share memory that reading a model changes: use each
// formula from one goroutine at a time, and check a script once for each goroutine.
//
// # The packages below
//
// This package covers what most programs need, in few names. The packages below it are public too: [syntax] for s-expressions, [format] for
// layout, [elab], [script] and [term] for typed terms to analyse and rewrite, [theory] for the table of operators, [model], [eval] and [value]
// for interpretations, and [bitvec], [softfloat], [smtstr] and [algebraic] for arithmetic alone. [Formula.Script] and [Model.Model] lead there.
//
// [syntax]: https://pkg.go.dev/github.com/assay-smt/assay/smt/syntax
// [format]: https://pkg.go.dev/github.com/assay-smt/assay/smt/format
// [elab]: https://pkg.go.dev/github.com/assay-smt/assay/smt/elab
// [script]: https://pkg.go.dev/github.com/assay-smt/assay/smt/script
// [term]: https://pkg.go.dev/github.com/assay-smt/assay/smt/term
// [theory]: https://pkg.go.dev/github.com/assay-smt/assay/smt/theory
// [model]: https://pkg.go.dev/github.com/assay-smt/assay/smt/model
// [eval]: https://pkg.go.dev/github.com/assay-smt/assay/smt/eval
// [value]: https://pkg.go.dev/github.com/assay-smt/assay/smt/value
// [bitvec]: https://pkg.go.dev/github.com/assay-smt/assay/smt/bitvec
// [softfloat]: https://pkg.go.dev/github.com/assay-smt/assay/smt/softfloat
// [smtstr]: https://pkg.go.dev/github.com/assay-smt/assay/smt/smtstr
// [algebraic]: https://pkg.go.dev/github.com/assay-smt/assay/smt/algebraic
package smt
