package eval

import (
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/value"
)

// regexBudget bounds the work on one question about a language.
const regexBudget = 1 << 18

// maxLoop is the largest bound of a loop that is taken as it is; larger ones are refused.
const maxLoop = 1 << 30

// regexOps are the operators on languages.
var regexOps = meanings{
	"str.to_re":  {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.Word(c.str(0))) }},
	"str.in_re":  {run: inRegex},
	"re.none":    {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.None()) }},
	"re.all":     {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.All()) }},
	"re.allchar": {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.AllChar()) }},
	"re.++":      languages((*smtstr.Builder).Concat),
	"re.union":   languages((*smtstr.Builder).Union),
	"re.inter":   languages((*smtstr.Builder).Inter),
	"re.diff":    languages((*smtstr.Builder).Diff),
	"re.*":       language((*smtstr.Builder).Star),
	"re.+":       language((*smtstr.Builder).Plus),
	"re.opt":     language((*smtstr.Builder).Opt),
	"re.comp":    language((*smtstr.Builder).Comp),
	"re.reverse": language((*smtstr.Builder).Reverse),
	"re.range":   {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.Range(c.str(0), c.str(1))) }},
	"re.^":       {run: func(c *call) value.Value { return value.OfRegex(c.ev.regex.Power(c.regex(0), c.index(0))) }},
	"re.loop":    {run: regexLoop},
	"str.replace_re": {run: func(c *call) value.Value {
		return c.matched(c.ev.regex.ReplaceRe(c.str(0), c.regex(1), c.str(2), regexBudget))
	}},
	"str.replace_re_all": {run: func(c *call) value.Value {
		return c.matched(c.ev.regex.ReplaceReAll(c.str(0), c.regex(1), c.str(2), regexBudget))
	}},
	"str.indexof_re": {run: indexOfRegex},
}

func (c *call) regex(i int) smtstr.Regex { return c.args[i].Regex() }

func (c *call) matched(s smtstr.String, ok bool) value.Value {
	if !ok {
		return c.unsupported("matching takes too long")
	}
	return value.OfString(s)
}

func inRegex(c *call) value.Value {
	in, ok := c.ev.regex.Match(c.regex(1), c.str(0), regexBudget)
	if !ok {
		return c.unsupported("matching takes too long")
	}
	return value.OfBool(in)
}

func indexOfRegex(c *call) value.Value {
	i, ok := c.ev.regex.IndexOfRe(c.str(0), c.regex(1), c.position(2), regexBudget)
	if !ok {
		return c.unsupported("matching takes too long")
	}
	return value.OfInt(int64(i))
}

func language(op func(*smtstr.Builder, smtstr.Regex) smtstr.Regex) operator {
	return operator{run: func(c *call) value.Value { return value.OfRegex(op(c.ev.regex, c.regex(0))) }}
}

// languages makes a left-associative operator.
func languages(op func(b *smtstr.Builder, p, q smtstr.Regex) smtstr.Regex) operator {
	return operator{run: func(c *call) value.Value {
		acc := c.regex(0)
		for i := range c.args[1:] {
			acc = op(c.ev.regex, acc, c.regex(i+1))
		}
		return value.OfRegex(acc)
	}}
}

// regexLoop serves the standard's form with two indices, z3's with one, and z3's with terms for bounds.
func regexLoop(c *call) value.Value {
	b, r, idx := c.ev.regex, c.regex(0), c.t.Func().Indices
	bounds := make([]int, 0, 2)
	bounds = append(bounds, idx...)
	for _, a := range c.args[1:] {
		n := a.Clamp(0, maxLoop)
		if n > maxLoop {
			return c.unsupported("the bound of the loop is too large")
		}
		bounds = append(bounds, max(n, 0))
	}
	if len(bounds) == 1 {
		return value.OfRegex(b.LoopFrom(r, bounds[0]))
	}
	return value.OfRegex(b.Loop(r, bounds[0], bounds[1]))
}
