package preanalysis

import (
	"github.com/assay-smt/assay/smt/sorts"
)

// ruleTest is an operator under test with the sorts of its arguments. complete says for each argument whether its set contains all possible
// values, whatever is wanted; nil means all of them.
type ruleTest struct {
	op       string
	idx      []int
	args     []*sorts.Sort
	complete func(i int, a *Application) bool
}

func repeat(s *sorts.Sort, n int) []*sorts.Sort {
	out := make([]*sorts.Sort, n)
	for i := range out {
		out[i] = s
	}
	return out
}

func ruleTests() []ruleTest {
	b, n, r := sorts.Bool, sorts.Int, sorts.Real
	out := []ruleTest{
		{op: "not", args: repeat(b, 1)},
		{op: "ite", args: []*sorts.Sort{b, n, n}},
		{op: "ite", args: repeat(b, 3)},
		{op: "iff", args: repeat(b, 2)},
		{op: "abs", args: repeat(n, 1)},
		{op: "abs", args: repeat(r, 1)},
		{op: "-", args: repeat(n, 1)},
		{op: "-", args: repeat(r, 1)},
		{op: "to_real", args: repeat(n, 1)},
		{op: "to_int", args: repeat(r, 1)},
		{op: "is_int", args: repeat(r, 1)},
		{op: "divisible", idx: []int{3}, args: repeat(n, 1)},
		{op: "divisible", idx: []int{1}, args: repeat(n, 1)},
		{op: "mod", args: repeat(n, 2), complete: func(i int, a *Application) bool {
			return i == 0 || a.Args[0].Clamp(-64, 64) == a.Args[0].Clamp(-99, 99)
		}},
		{op: "div", args: repeat(n, 2)},
		{op: "div", args: repeat(n, 3)},
		{op: "/", args: repeat(r, 2)},
		{op: "/", args: repeat(r, 3)},
		{op: "mod_total", args: repeat(n, 2)},
		{op: "div_total", args: repeat(n, 2)},
		{op: "iand", idx: []int{3}, args: repeat(n, 2)},
		{op: "int.log2", args: repeat(n, 1)},
		{op: "at-most", idx: []int{1}, args: repeat(b, 3)},
		{op: "pbge", idx: []int{3, 1, 2}, args: repeat(b, 2)},
	}
	x, l := sorts.String, sorts.RegLan
	out = append(out, []ruleTest{
		{op: "str.len", args: repeat(x, 1)},
		{op: "str.to_code", args: repeat(x, 1)},
		{op: "str.to_int", args: repeat(x, 1)},
		{op: "str.is_digit", args: repeat(x, 1)},
		{op: "str.from_int", args: repeat(n, 1)},
		{op: "str.from_code", args: repeat(n, 1)},
		{op: "str.++", args: repeat(x, 2)},
		{op: "str.++", args: repeat(x, 3)},
		{op: "str.at", args: []*sorts.Sort{x, n}},
		{op: "str.substr", args: []*sorts.Sort{x, n, n}},
		{op: "str.prefixof", args: repeat(x, 2)},
		{op: "str.suffixof", args: repeat(x, 2)},
		{op: "str.contains", args: repeat(x, 2)},
		{op: "str.<", args: repeat(x, 2)},
		{op: "str.<=", args: repeat(x, 2)},
		{op: "str.<", args: repeat(x, 3)},
		{op: "str.<=", args: repeat(x, 3)},
		{op: "str.indexof", args: []*sorts.Sort{x, x, n}},
		{op: "str.indexof", args: repeat(x, 2)},
		{op: "seq.last_indexof", args: repeat(x, 2)},
		{op: "str.indexof_re", args: []*sorts.Sort{x, l, n}},
		{op: "str.replace", args: repeat(x, 3)},
		{op: "str.replace_all", args: repeat(x, 3)},
		{op: "str.replace_re", args: []*sorts.Sort{x, l, x}},
		{op: "str.replace_re_all", args: []*sorts.Sort{x, l, x}},
		{op: "str.update", args: []*sorts.Sort{x, n, x}},
		{op: "str.rev", args: repeat(x, 1)},
		{op: "str.to_lower", args: repeat(x, 1)},
		{op: "str.to_upper", args: repeat(x, 1)},
		{op: "=", args: repeat(x, 2)},
		{op: "distinct", args: repeat(x, 3)},
		{op: "ite", args: []*sorts.Sort{b, x, x}},
		{op: "str.in_re", args: []*sorts.Sort{x, l}},
		{op: "str.to_re", args: repeat(x, 1)},
		{op: "re.range", args: repeat(x, 2)},
		{op: "re.++", args: repeat(l, 2)},
		{op: "re.union", args: repeat(l, 3)},
		{op: "re.inter", args: repeat(l, 2)},
		{op: "re.diff", args: repeat(l, 2)},
		{op: "re.comp", args: repeat(l, 1)},
		{op: "re.*", args: repeat(l, 1)},
		{op: "re.+", args: repeat(l, 1)},
		{op: "re.opt", args: repeat(l, 1)},
		{op: "re.^", idx: []int{2}, args: repeat(l, 1)},
		{op: "re.loop", idx: []int{1, 2}, args: repeat(l, 1)},
		{op: "=", args: repeat(l, 2)},
		{op: "distinct", args: repeat(l, 3)},
	}...)
	for _, k := range []int{2, 3, 4} {
		for _, op := range []string{"and", "or", "=>", "xor", "=", "distinct"} {
			out = append(out, ruleTest{op: op, args: repeat(b, k)})
		}
		for _, s := range []*sorts.Sort{n, r} {
			for _, op := range []string{"=", "distinct", "<", "<=", ">", ">="} {
				out = append(out, ruleTest{op: op, args: repeat(s, k)})
			}
			out = append(out, ruleTest{op: "+", args: repeat(s, k)}, ruleTest{op: "-", args: repeat(s, k)}, ruleTest{op: "*", args: repeat(s, k)})
		}
	}
	return out
}
