package theory

// A Feature is something other than an operator that solvers' input languages have beyond the standard: operators are rows.
type Feature uint8

// The features.
const (
	TrailingPoint       Feature = iota // 1. for 1.0
	SignedNumber                       // -42 and -1.5 in one word
	RationalNumber                     // 1/4 in one word
	OddAttribute                       // (! a) for a, and an attribute whose keyword is just a colon
	RawBytes                           // quoted symbols of any bytes
	ParenSort                          // (Int) for Int
	UnaryOperator                      // (+ x) for x, (distinct x) for true
	OddBodies                          // (let (...) a b) for its last body, (let ((x a))) for a
	Rebinding                          // one binder binds a name twice: the last binding counts
	Overloading                        // several declarations of one name that differ in their sorts
	CoreShadowing                      // a declared symbol has the name of an operator of Core
	RealToReal                         // (to_real x) for a Real x
	IntegerOfReal                      // a Real where an operator takes an Int: it is rounded down
	NumberOfBool                       // a Bool in arithmetic, for 1 or 0
	LoosePattern                       // :pattern with one term for a list of them, or with none
	BuiltinList                        // the datatype List without a declaration
	LateSort                           // a defined sort that is not a sort
	SortedArrow                        // => for the sort constructor ->
	MappedFunction                     // (_ map f) and (_ as-array f)
	ManyIndices                        // arrays of several indices
	ArrayFunctions                     // arrays and functions are the same
	AppliedArray                       // (a i) for (select a i)
	ChoiceTerm                         // (choice ((x S)) p)
	Subterms                           // the attribute :subterm of a datatype
	Unqualified                        // nil for (as nil (List Int)) where the script has no other instance
	TypeVariable                       // (declare-type-var T)
	TupleTerm                          // tuples, and the sort Tuple
	EmptyTuple                         // the sort UnitTuple
	LiftedOperator                     // ((_ nullable.lift f) a ...)
	SortCardinality                    // (_ fmf.card S n)
	SetComprehension                   // (set.comprehension ((x S) ...) p t)
	AbstractValue                      // @S_0, an element of the sort S, in get-value
	UntypedEmpty                       // seq.empty, set.empty and bag.empty without a sort: of Bools
	LocalHead                          // a function before arguments although a local value has its name
	SequenceString                     // (seq.len "a"): a string where a sequence is wanted
	NestedFunctions                    // (-> X (-> Y Z)), which is not (-> X Y Z)
	FlatFunctions                      // (-> X (-> Y Z)) for (-> X Y Z)
	GlobalByOption                     // a name outside its level
	KeptDeclarations                   // a name from before (reset-assertions)
	RepeatedDeclaration                // a symbol declared twice in the same way
	OldSpelling                        // a name that the operators had in other languages
	CheckUsing                         // (check-sat-using TACTIC)
	BitsOfFormulas                     // (mkbv p q)
	RepeatedParameter                  // (par (X X) ...)
	UpdateField                        // (_ update-field s)
	AppliedValue                       // ((f x) y)
	features                           // their number
)

// feature is what is known about a feature.
type feature struct {
	name string
	in   []Availability
	kept bool // it remains in printed text; anything else is written in the standard's way
	doc  string
}

var allFeatures = [features]feature{
	TrailingPoint:       {name: "trailing-point", in: []Availability{{Solver: "z3"}}, doc: "a decimal that ends in its point"},
	SignedNumber:        {name: "signed-number", in: []Availability{{Solver: "z3"}, {Solver: "cvc5", Since: "1.2.0"}}, doc: "a sign and a number in one word"},
	RationalNumber:      {name: "rational-number", in: []Availability{{Solver: "cvc5", Since: "1.2.0"}}, doc: "a quotient in one word"},
	OddAttribute:        {name: "odd-attribute", in: []Availability{{Solver: "z3"}}, doc: "an annotation without attributes, or a keyword without a name"},
	RawBytes:            {name: "raw-bytes", in: []Availability{{Solver: "z3"}}, doc: "a quoted symbol that is not UTF-8"},
	ParenSort:           {name: "paren-sort", in: []Availability{{Solver: "z3"}}, doc: "a sort in parentheses"},
	UnaryOperator:       {name: "unary-operator", in: []Availability{{Solver: "z3"}}, doc: "an operator of several arguments with one"},
	OddBodies:           {name: "odd-bodies", in: []Availability{{Solver: "z3"}}, doc: "a let with several bodies or none"},
	Rebinding:           {name: "rebinding", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "a name bound twice by one binder"},
	Overloading:         {name: "overloading", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "several declarations of one name"},
	CoreShadowing:       {name: "core-shadowing", in: []Availability{{Solver: "z3"}}, doc: "a declared symbol with the name of an operator of Core"},
	RealToReal:          {name: "real-to-real", in: []Availability{{Solver: "z3", Since: "5.4.0"}, {Solver: "cvc5"}}, doc: "to_real of what is a Real"},
	IntegerOfReal:       {name: "integer-of-real", in: []Availability{{Solver: "z3"}}, doc: "a Real where an Int is wanted"},
	NumberOfBool:        {name: "number-of-bool", in: []Availability{{Solver: "z3", Since: "5.4.0"}}, doc: "a Bool in arithmetic"},
	Unqualified:         {name: "unqualified", in: []Availability{{Solver: "z3"}}, doc: "a constructor whose sort only the use of the datatype tells"},
	TypeVariable:        {name: "type-variable", in: []Availability{{Solver: "z3", Since: "5.4.0"}}, kept: true, doc: "the command declare-type-var"},
	LoosePattern:        {name: "loose-pattern", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "a pattern that is no list of terms"},
	BuiltinList:         {name: "builtin-list", in: []Availability{{Solver: "z3"}}, doc: "the built-in datatype List"},
	LateSort:            {name: "late-sort", in: []Availability{{Solver: "z3"}}, doc: "a defined sort whose definition is no sort"},
	SortedArrow:         {name: "sorted-arrow", in: []Availability{{Solver: "z3", Since: "4.8.13"}}, doc: "=> as a sort"},
	MappedFunction:      {name: "mapped-function", in: []Availability{{Solver: "z3"}}, kept: true, doc: "a function mapped over arrays, or taken for one"},
	ManyIndices:         {name: "many-indices", in: []Availability{{Solver: "z3"}}, kept: true, doc: "an array of several indices"},
	ArrayFunctions:      {name: "array-functions", in: []Availability{{Solver: "z3"}}, kept: true, doc: "a function where an array is wanted, or an array for a function"},
	AppliedArray:        {name: "applied-array", in: []Availability{{Solver: "z3", Since: "4.8.13"}}, doc: "an array applied like a function"},
	ChoiceTerm:          {name: "choice", in: []Availability{{Solver: "z3", Since: "4.15.4"}}, kept: true, doc: "a choice term"},
	Subterms:            {name: "subterms", in: []Availability{{Solver: "z3", Since: "5.0"}}, kept: true, doc: "a datatype with a subterm predicate"},
	OldSpelling:         {name: "old-spelling", in: []Availability{{Solver: "z3"}}, doc: "an operator's name in another language"},
	CheckUsing:          {name: "check-sat-using", in: []Availability{{Solver: "z3"}}, doc: "a check-sat by a tactic"},
	BitsOfFormulas:      {name: "bits-of-formulas", in: []Availability{{Solver: "z3"}}, doc: "a bit-vector made of formulas, the lowest bit first"},
	RepeatedParameter:   {name: "repeated-parameter", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "a sort parameter named twice, the last one of which counts"},
	UpdateField:         {name: "update-field", in: []Availability{{Solver: "z3"}}, doc: "z3's name for the update of a field"},
	AppliedValue:        {name: "applied-value", in: []Availability{{Solver: "z3", Since: "4.8.13"}}, doc: "a function that is not a symbol, applied without @"},
	TupleTerm:           {name: "tuple", in: []Availability{{Solver: "cvc5"}, {Solver: "cvc4"}}, kept: true, doc: "a tuple"},
	EmptyTuple:          {name: "empty-tuple", in: []Availability{{Solver: "cvc5", Since: "1.0.9"}}, kept: true, doc: "the sort of the empty tuple"},
	LiftedOperator:      {name: "lifted-operator", in: []Availability{{Solver: "cvc5", Since: "1.2.1"}}, kept: true, doc: "an operator on values that may be null"},
	SortCardinality:     {name: "sort-cardinality", in: []Availability{{Solver: "cvc5"}}, kept: true, doc: "a bound for the elements of a sort"},
	SetComprehension:    {name: "set-comprehension", in: []Availability{{Solver: "cvc5"}}, kept: true, doc: "a set comprehension"},
	AbstractValue:       {name: "abstract-value", in: []Availability{{Solver: "cvc5"}}, kept: true, doc: "a question about an element that only the model names"},
	UntypedEmpty:        {name: "untyped-empty", in: []Availability{{Solver: "cvc5"}}, doc: "an empty collection without a sort"},
	NestedFunctions:     {name: "nested-functions", in: []Availability{{Solver: "z3", Since: "4.8.13"}, {Solver: "cvc5"}, {Solver: "cvc4"}}, doc: "a function whose values are functions"},
	FlatFunctions:       {name: "flat-functions", in: []Availability{{Solver: "cvc5"}, {Solver: "cvc4"}}, doc: "functions of several arguments for functions whose values are functions"},
	GlobalByOption:      {name: "global-by-option", in: []Availability{{Solver: "cvc5", Since: "1.0.9"}}, doc: "a name outside its level, under a head that asks for --global-declarations"},
	KeptDeclarations:    {name: "kept-declarations", in: []Availability{{Solver: "z3"}}, doc: "a name from before reset-assertions"},
	RepeatedDeclaration: {name: "repeated-declaration", in: []Availability{{Solver: "cvc5", Since: "1.0.9"}}, doc: "a symbol declared twice, under a head that asks for --no-fresh-declarations"},
	LocalHead:           {name: "local-head", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "a function with the name of a local value"},
	SequenceString:      {name: "sequence-string", in: []Availability{{Solver: "z3"}, {Solver: "cvc5"}}, doc: "a string where a sequence is wanted"},
}

// String returns the name of the feature.
func (f Feature) String() string { return allFeatures[f].name }

// Doc describes the feature: what a text with it contains.
func (f Feature) Doc() string { return allFeatures[f].doc }

// Dialects returns the languages that have the feature.
func (f Feature) Dialects() Dialects { return dialectsOf(allFeatures[f].in) }

// AvailableIn reports whether the solver reads the feature in that version. An empty version means the newest.
func (f Feature) AvailableIn(solver, version string) bool {
	return available(allFeatures[f].in, solver, version)
}

// Features is a set of features.
type Features uint64

// Has reports whether f is in the set.
func (s Features) Has(f Feature) bool { return s&(1<<f) != 0 }

// Add adds f to the set.
func (s *Features) Add(f Feature) { *s |= 1 << f }

// List returns the features of the set in a fixed order.
func (s Features) List() []Feature {
	var out []Feature
	for f := range features {
		if s.Has(f) {
			out = append(out, f)
		}
	}
	return out
}
