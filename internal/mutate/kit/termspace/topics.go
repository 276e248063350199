package termspace

import (
	"slices"
	"strings"
)

// A Topic says what terms are about: operators, and the sorts, variables and constants that they are applied to.
type Topic struct {
	Name string
	// Logic is what scripts set.
	Logic string
	// Theories are theories of the operator table; with Only, of their operators only those. Core are further operators, by name.
	Theories, Only, Core []string
	// Also are operators of those theories that engines never invent, and that solvers have under this logic.
	Also []string
	// Arity bounds the number of arguments, 0 for no bound.
	Arity int
	// Declares are the datatypes that the sorts need, as commands.
	Declares string
	// Sorts are those that terms and their parts have.
	Sorts []Sort
}

// A Sort is a sort as text, with space-separated variables of it, and its constants, as texts. Values are given to variables besides the
// constants.
type Sort struct {
	Sort      string
	Variables string
	Constants []string
	Values    []string
}

// WithQuantifiers returns the logic of scripts with quantifiers: the topic's own with them where all solvers know it by name.
func (t *Topic) WithQuantifiers() string {
	switch name := strings.TrimPrefix(t.Logic, "QF_"); name {
	case "UF", "NIA", "NRA", "BV", "ABV":
		return name
	}
	return "ALL"
}

// equality are the operators of every sort, as far as formulas without connectives need them.
var equality = []string{"=", "ite", "not"}

// connectives are the operators of formulas.
var connectives = []string{"not", "and", "or", "xor", "=>", "=", "distinct", "ite"}

var topics = []Topic{
	{
		Name: "core", Logic: "QF_UF", Core: connectives,
		Sorts: []Sort{{Sort: "Bool", Variables: "p q", Constants: []string{"true", "false"}}},
	},
	{
		Name: "ints", Logic: "QF_NIA", Theories: []string{"ints"}, Core: equality,
		Sorts: []Sort{
			{Sort: "Int", Variables: "i j", Constants: []string{"0", "1", "(- 1)", "2"}, Values: []string{"(- 2)", "3", "(- 3)", "7", "(- 10)"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "reals", Logic: "QF_NRA", Theories: []string{"reals"}, Core: equality,
		Sorts: []Sort{
			{Sort: "Real", Variables: "a b", Constants: []string{"0.0", "1.0", "(- 1.0)", "0.5"}, Values: []string{"(- 0.5)", "2.0", "(- 3.0)", "(/ 1.0 3.0)"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "mixed", Logic: "QF_NIRA", Theories: []string{"ints", "reals", "reals_ints"}, Core: equality,
		Sorts: []Sort{
			{Sort: "Real", Variables: "a", Constants: []string{"0.0", "0.5", "(- 1.0)"}, Values: []string{"(- 0.5)", "1.0", "2.0", "(- 3.0)", "(/ 1.0 3.0)", "(- 2.5)"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 2)"}, Values: []string{"(- 1)", "2", "3", "(- 3)"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "bitvectors", Logic: "QF_BV", Theories: []string{"bitvectors"}, Core: equality,
		Sorts: []Sort{
			{Sort: "(_ BitVec 1)", Variables: "e", Constants: []string{"#b0", "#b1"}},
			{Sort: "(_ BitVec 2)", Variables: "s t", Constants: []string{"#b00", "#b01", "#b10", "#b11"}},
			{Sort: "(_ BitVec 4)"},
			{Sort: "Bool"},
		},
	},
	{
		Name: "conversions", Logic: "ALL", Theories: []string{"bitvectors", "strings", "ints"}, Core: equality,
		Only: []string{
			"ubv_to_int", "sbv_to_int", "int_to_bv", "str.from_ubv", "str.from_sbv", "str.from_int", "str.to_int", "str.from_code", "str.to_code", "str.len", "str.++",
			"str.at", "str.prefixof", "str.contains", "str.<", "str.is_digit", "bvneg", "bvadd", "bvult", "bvslt", "+", "-", "<",
		},
		Sorts: []Sort{
			{Sort: "(_ BitVec 1)", Variables: "e", Constants: []string{"#b0", "#b1"}},
			{Sort: "(_ BitVec 3)", Variables: "s", Constants: []string{"#b000", "#b100", "#b111"}, Values: []string{"#b001", "#b010", "#b011", "#b101", "#b110"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 1)"}, Values: []string{"2", "3", "4", "7", "8", "(- 4)", "(- 5)"}},
			{Sort: "String", Variables: "x", Constants: []string{`""`, `"1"`}, Values: []string{`"a"`, `"0"`, `"10"`, `"-1"`, `"7"`}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "floats", Logic: "QF_FP", Theories: []string{"floatingpoint"}, Core: equality,
		Sorts: []Sort{
			{Sort: "RoundingMode", Variables: "r", Constants: []string{"RNE", "RTZ"}, Values: []string{"RNA", "RTP", "RTN"}},
			{
				Sort: "(_ FloatingPoint 3 3)", Variables: "f g",
				Constants: []string{"(_ NaN 3 3)", "(_ +oo 3 3)", "(_ -zero 3 3)", "(fp #b0 #b011 #b00)", "(fp #b1 #b000 #b01)"},
				Values: []string{
					"(_ -oo 3 3)", "(_ +zero 3 3)", "(fp #b0 #b000 #b11)", "(fp #b0 #b110 #b11)", "(fp #b1 #b110 #b11)", "(fp #b1 #b010 #b01)",
					"(fp #b0 #b001 #b00)", "(fp #b0 #b100 #b10)", "(fp #b0 #b010 #b11)",
				},
			},
			{Sort: "(_ FloatingPoint 2 4)"},
			{Sort: "Bool"},
		},
	},
	{
		Name: "float-bits", Logic: "QF_BVFP", Theories: []string{"floatingpoint", "bitvectors"}, Core: equality,
		Only: []string{
			"fp.to_ubv", "fp.to_sbv", "fp.to_ieee_bv", "to_fp", "to_fp_unsigned", "fp", "fp.neg", "fp.add", "fp.rem", "fp.roundToIntegral", "fp.lt", "fp.eq", "fp.isNormal",
			"concat", "extract", "bvneg", "bvadd", "bvslt",
		},
		Sorts: []Sort{
			{Sort: "RoundingMode", Variables: "r", Constants: []string{"RNE", "RTN"}, Values: []string{"RNA", "RTP", "RTZ"}},
			{
				Sort: "(_ FloatingPoint 2 3)", Variables: "f", Constants: []string{"(_ NaN 2 3)", "(_ -zero 2 3)", "(fp #b0 #b01 #b00)"},
				Values: []string{
					"(_ +oo 2 3)", "(_ -oo 2 3)", "(_ +zero 2 3)", "(fp #b0 #b00 #b01)", "(fp #b1 #b00 #b10)", "(fp #b0 #b00 #b11)", "(fp #b1 #b01 #b01)", "(fp #b0 #b01 #b10)",
					"(fp #b0 #b10 #b11)", "(fp #b1 #b10 #b11)", "(fp #b0 #b10 #b00)",
				},
			},
			{Sort: "(_ BitVec 1)", Constants: []string{"#b0", "#b1"}},
			{Sort: "(_ BitVec 2)", Variables: "s", Constants: []string{"#b00", "#b11"}, Values: []string{"#b01", "#b10"}},
			{Sort: "(_ BitVec 3)"},
			{Sort: "(_ BitVec 5)"},
			{Sort: "Bool"},
		},
	},
	{
		Name: "arrays", Logic: "QF_ABV", Theories: []string{"arrays"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Array (_ BitVec 2) (_ BitVec 1))", Variables: "a b",
				Values: []string{
					"((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0)", "((as const (Array (_ BitVec 2) (_ BitVec 1))) #b1)",
					"(store ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0) #b00 #b1)", "(store ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b1) #b11 #b0)",
					"(store (store ((as const (Array (_ BitVec 2) (_ BitVec 1))) #b1) #b01 #b0) #b10 #b0)",
				},
			},
			{Sort: "(_ BitVec 2)", Variables: "s t", Constants: []string{"#b00", "#b11"}, Values: []string{"#b01", "#b10"}},
			{Sort: "(_ BitVec 1)", Variables: "e", Constants: []string{"#b0", "#b1"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "constant-arrays", Logic: "ALL", Theories: []string{"arrays"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Array Int Bool)", Variables: "a b",
				Constants: []string{"((as const (Array Int Bool)) true)", "((as const (Array Int Bool)) false)"},
				Values:    []string{"(store ((as const (Array Int Bool)) false) 0 true)", "(store (store ((as const (Array Int Bool)) true) 1 false) 0 false)"},
			},
			{Sort: "Int", Variables: "i j", Constants: []string{"0", "1"}, Values: []string{"(- 1)"}},
			{Sort: "Bool", Variables: "p", Constants: []string{"true", "false"}},
		},
	},
	{
		Name: "strings", Logic: "QF_SLIA", Theories: []string{"strings"}, Core: equality,
		Sorts: []Sort{
			{Sort: "String", Variables: "x y", Constants: []string{`""`, `"a"`, `"ab"`, `"1"`}, Values: []string{`"b"`, `"aa"`, `"ba"`, `"aba"`, `"A"`, `"01"`, `"12"`, `"-1"`, `"abab"`, `"\u{0}"`, `"\u{2ffff}"`}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 1)"}, Values: []string{"2", "3", "(- 2)", "12", "97", "196608"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "regex", Logic: "QF_SLIA", Theories: []string{"strings"}, Core: equality,
		Sorts: []Sort{
			{Sort: "String", Variables: "x y", Constants: []string{`""`, `"a"`, `"ab"`}, Values: []string{`"b"`, `"aa"`, `"ba"`, `"aba"`, `"abb"`, `"1"`, `"aab"`}},
			{Sort: "RegLan", Constants: []string{"re.none", "re.all", "re.allchar", `(str.to_re "")`, `(str.to_re "a")`, `(str.to_re "ab")`, `(re.range "a" "b")`}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "sequences", Logic: "ALL", Theories: []string{"sequences"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Seq Int)", Variables: "u v",
				Constants: []string{"(as seq.empty (Seq Int))", "(seq.unit 0)"},
				Values:    []string{"(seq.unit 1)", "(seq.++ (seq.unit 0) (seq.unit 1))", "(seq.++ (seq.unit 1) (seq.unit 0))", "(seq.++ (seq.unit 0) (seq.unit 0))", "(seq.++ (seq.unit 0) (seq.unit 1) (seq.unit 0))"},
			},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 1)"}, Values: []string{"2", "3"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "sets", Logic: "ALL", Theories: []string{"sets"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Set Int)", Variables: "a b", Constants: []string{"(as set.empty (Set Int))", "(set.singleton 0)"},
				Values: []string{"(set.singleton 1)", "(set.union (set.singleton 0) (set.singleton 1))", "(set.union (set.singleton 1) (set.singleton 2))"},
			},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1"}, Values: []string{"2", "3"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "bags", Logic: "ALL", Theories: []string{"bags"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Bag Int)", Variables: "a b", Constants: []string{"(as bag.empty (Bag Int))", "(bag 0 1)"},
				Values: []string{"(bag 1 1)", "(bag 0 2)", "(bag.union_disjoint (bag 0 1) (bag 1 2))", "(bag.union_disjoint (bag 0 2) (bag 1 1))"},
			},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1"}, Values: []string{"2", "(- 1)"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "overflow", Logic: "ALL", Theories: []string{"bitvectors"}, Core: equality,
		Only: []string{
			"bvnego", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo", "bvumul_noovfl", "bvsmul_noovfl", "bvsmul_noudfl", "bvrol", "bvror",
			"bvredor", "bvredand", "bvredxor", "bvinc", "bvdec", "bvneg", "bvadd", "bvmul", "bvsdiv", "bvcomp", "extract",
		},
		Also: []string{"bvumul_noovfl", "bvsmul_noovfl", "bvsmul_noudfl", "bvrol", "bvror"},
		Sorts: []Sort{
			{Sort: "(_ BitVec 1)", Variables: "e", Constants: []string{"#b0", "#b1"}},
			{Sort: "(_ BitVec 2)", Variables: "s t", Constants: []string{"#b00", "#b01", "#b10", "#b11"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "int-bits", Logic: "ALL", Theories: []string{"bitvectors", "ints"}, Core: equality,
		Only: []string{
			"ubv_to_int", "sbv_to_int", "int_to_bv", "iand", "piand", "int.pow2", "int.log2", "^", "rem", "div", "mod", "abs", "*", "+", "-", "<", "divisible",
			"bvadd", "bvudiv", "bvurem", "bvshl", "bvlshr", "bvashr", "bvand", "bvsmod", "concat", "sign_extend", "bvult", "bvslt",
		},
		Also: []string{"^"},
		Sorts: []Sort{
			{Sort: "(_ BitVec 2)", Variables: "s t", Constants: []string{"#b00", "#b10", "#b11"}, Values: []string{"#b01"}},
			{Sort: "(_ BitVec 4)", Constants: []string{"#x8"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 1)", "2"}, Values: []string{"3", "4", "(- 2)", "(- 3)", "15", "16"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "counting", Logic: "ALL", Theories: []string{"core"}, Core: []string{"not", "and", "xor", "=", "ite"},
		Only: []string{"at-most", "at-least", "pble", "pbge", "pbeq"}, Also: []string{"at-most", "at-least", "pble", "pbge", "pbeq"}, Arity: 3,
		Sorts: []Sort{{Sort: "Bool", Variables: "p q", Constants: []string{"true", "false"}}},
	},
	{
		Name: "float-reals", Logic: "ALL", Theories: []string{"floatingpoint", "reals"}, Core: equality,
		Only: []string{
			"fp.to_real", "to_fp", "fp.neg", "fp.abs", "fp.add", "fp.mul", "fp.div", "fp.sqrt", "fp.rem", "fp.roundToIntegral", "fp.min", "fp.max", "fp.leq", "fp.lt", "fp.eq", "+", "-", "*", "<", "<=",
		},
		Sorts: []Sort{
			{Sort: "RoundingMode", Variables: "r", Constants: []string{"RNE", "RTN"}, Values: []string{"RNA", "RTP", "RTZ"}},
			{
				Sort: "(_ FloatingPoint 3 3)", Variables: "f", Constants: []string{"(_ NaN 3 3)", "(_ -oo 3 3)", "(_ -zero 3 3)", "(fp #b0 #b011 #b00)"},
				Values: []string{"(_ +oo 3 3)", "(_ +zero 3 3)", "(fp #b0 #b000 #b01)", "(fp #b1 #b000 #b10)", "(fp #b0 #b110 #b11)", "(fp #b1 #b010 #b01)", "(fp #b0 #b100 #b10)"},
			},
			{Sort: "Real", Variables: "a", Constants: []string{"0.0", "1.0", "(- 0.5)"}, Values: []string{"0.0625", "14.0", "15.0", "(- 16.0)", "(/ 1.0 3.0)", "1.125"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "datatypes", Logic: "ALL", Core: equality, Declares: "(declare-datatypes ((E 0) (L 0)) (((red) (green) (blue)) ((nil) (cons (head E) (tail L)) (one (item E)))))",
		Sorts: []Sort{
			{Sort: "E", Variables: "e", Constants: []string{"red", "green", "blue"}},
			{
				Sort: "L", Variables: "k l", Constants: []string{"nil"},
				Values: []string{"(one red)", "(one blue)", "(cons red nil)", "(cons green nil)", "(cons green (one red))", "(cons blue (cons red nil))"},
			},
			{Sort: "Bool"},
		},
	},
	{
		Name: "records", Logic: "ALL", Theories: []string{"ints"}, Core: equality, Only: []string{"+", "-", "<="},
		Declares: "(declare-datatypes ((R 0) (T 0)) (((mk (num Int) (flag Bool)) (none)) ((leaf (key Int)) (node (left T) (right T)))))",
		Sorts: []Sort{
			{Sort: "R", Variables: "r", Constants: []string{"none", "(mk 0 true)"}, Values: []string{"(mk 1 true)", "(mk (- 1) false)", "(mk 0 false)"}},
			{Sort: "T", Variables: "t", Constants: []string{"(leaf 0)"}, Values: []string{"(leaf 1)", "(node (leaf 0) (leaf 1))", "(node (node (leaf 0) (leaf 0)) (leaf (- 1)))"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1"}, Values: []string{"(- 1)", "2"}},
			{Sort: "Bool", Variables: "p", Constants: []string{"true", "false"}},
		},
	},
	{
		Name: "bit-sequences", Logic: "ALL", Theories: []string{"sequences"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Seq Bool)", Variables: "u v", Constants: []string{"(as seq.empty (Seq Bool))", "(seq.unit true)"},
				Values: []string{"(seq.unit false)", "(seq.++ (seq.unit true) (seq.unit false))", "(seq.++ (seq.unit false) (seq.unit false))", "(seq.++ (seq.unit true) (seq.unit false) (seq.unit true))"},
			},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "(- 1)"}, Values: []string{"2", "3"}},
			{Sort: "Bool", Variables: "p", Constants: []string{"true"}, Values: []string{"false"}},
		},
	},
	{
		Name: "small-sets", Logic: "ALL", Theories: []string{"sets"}, Core: equality,
		Sorts: []Sort{
			{
				Sort: "(Set (_ BitVec 1))", Variables: "a b", Constants: []string{"(as set.empty (Set (_ BitVec 1)))", "(set.singleton #b0)"},
				Values: []string{"(set.singleton #b1)", "(set.union (set.singleton #b0) (set.singleton #b1))"},
			},
			{Sort: "(_ BitVec 1)", Variables: "e", Constants: []string{"#b0", "#b1"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1", "2"}, Values: []string{"3"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "relations", Logic: "ALL", Theories: []string{"sets", "tuples"}, Core: equality,
		Only: []string{"rel.transpose", "rel.tclosure", "rel.join", "rel.product", "rel.iden", "set.union", "set.inter", "set.minus", "set.member", "set.subset", "set.is_empty", "set.card"},
		Sorts: []Sort{
			{
				Sort: "(Set (Tuple Int Int))", Variables: "a b", Constants: []string{"(as set.empty (Set (Tuple Int Int)))", "(set.singleton (tuple 0 1))"},
				Values: []string{"(set.singleton (tuple 0 0))", "(set.union (set.singleton (tuple 0 1)) (set.singleton (tuple 1 0)))", "(set.union (set.singleton (tuple 0 1)) (set.singleton (tuple 1 2)))"},
			},
			{Sort: "(Set (Tuple Int))", Variables: "c", Constants: []string{"(set.singleton (tuple 0))"}, Values: []string{"(as set.empty (Set (Tuple Int)))", "(set.union (set.singleton (tuple 1)) (set.singleton (tuple 0)))"}},
			{Sort: "(Tuple Int Int)", Variables: "t", Constants: []string{"(tuple 0 0)", "(tuple 0 1)"}, Values: []string{"(tuple 1 0)"}},
			{Sort: "Int", Variables: "i", Constants: []string{"1"}, Values: []string{"0", "2"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "nullables", Logic: "ALL", Theories: []string{"nullables", "ints"}, Core: equality, Only: []string{"nullable.some", "nullable.val", "nullable.is_null", "nullable.is_some", "+", "<"},
		Sorts: []Sort{
			{Sort: "(Nullable Int)", Variables: "m n", Constants: []string{"(as nullable.null (Nullable Int))", "(nullable.some 0)"}, Values: []string{"(nullable.some 1)", "(nullable.some (- 1))"}},
			{Sort: "Int", Variables: "i", Constants: []string{"0", "1"}, Values: []string{"(- 1)", "2"}},
			{Sort: "Bool"},
		},
	},
	{
		Name: "fields", Logic: "QF_FF", Theories: []string{"finitefields"}, Core: equality,
		Sorts: []Sort{
			{Sort: "(_ FiniteField 3)", Variables: "f g", Constants: []string{"(as ff0 (_ FiniteField 3))", "(as ff1 (_ FiniteField 3))", "(as ff2 (_ FiniteField 3))"}},
			{Sort: "Bool"},
		},
	},
}

// Topics returns the topics that come with Assay. The caller must not change them.
func Topics() []Topic { return topics }

// TopicOf returns the topic of that name.
func TopicOf(name string) (t Topic, ok bool) {
	i := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == name })
	if i < 0 {
		return Topic{}, false
	}
	return topics[i], true
}

func (s *Sort) variables() []string { return strings.Fields(s.Variables) }
