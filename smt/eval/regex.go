package eval

import (
	"github.com/assay-smt/assay/smt/smtstr"
	"github.com/assay-smt/assay/smt/value"
)

// maxRegexWork bounds the work on one question about a language.
const maxRegexWork = 1 << 18

// maxLoop is the largest bound of a loop that is accepted; larger ones are refused.
const maxLoop = 1 << 30

// regexOps are the operators on languages.
var regexOps = meanings{
	"str.to_re":     {run: func(c *call) value.Value { return c.made(c.ev.languages().Word(c.str(0))) }},
	"str.in_re":     {run: inRegex},
	"re.none":       {run: func(c *call) value.Value { return value.OfRegex(c.ev.languages().None()) }},
	"re.all":        {run: func(c *call) value.Value { return value.OfRegex(c.ev.languages().All()) }},
	"re.allchar":    {run: func(c *call) value.Value { return value.OfRegex(c.ev.languages().AllChar()) }},
	"re.++":         languages((*smtstr.Builder).Concat),
	"re.union":      languages((*smtstr.Builder).Union),
	"re.inter":      languages((*smtstr.Builder).Inter),
	"re.diff":       languages((*smtstr.Builder).Diff),
	"re.*":          language((*smtstr.Builder).Star),
	"re.+":          language((*smtstr.Builder).Plus),
	"re.opt":        language((*smtstr.Builder).Opt),
	"re.comp":       language((*smtstr.Builder).Comp),
	"re.reverse":    language((*smtstr.Builder).Reverse),
	"re.derivative": {run: derivative},
	"re.range":      {run: func(c *call) value.Value { return value.OfRegex(c.ev.languages().Range(c.str(0), c.str(1))) }},
	"re.^":          {run: func(c *call) value.Value { return c.made(c.ev.languages().Power(c.regex(0), c.index(0))) }},
	"re.loop":       {run: regexLoop},
	"str.replace_re": {run: func(c *call) value.Value {
		return c.matched(c.ev.languages().ReplaceRe(c.str(0), c.regex(1), c.str(2), c.regexBudget()))
	}},
	"str.replace_re_all": {run: func(c *call) value.Value {
		return c.matched(c.ev.languages().ReplaceReAll(c.str(0), c.regex(1), c.str(2), c.regexBudget()))
	}},
	"str.indexof_re": {run: indexOfRegex},
}

func (c *call) regex(i int) smtstr.Regex { return c.args[i].Regex() }

// regexBudget returns how much work the next question about a language may take.
func (c *call) regexBudget() int {
	work, _ := c.ev.meter.Left()
	return int(min(maxRegexWork, work/regexStep))
}

const (
	// regexStep is the work of one step of a derivative, and regexNode the memory of what it makes.
	regexStep = 16
	regexNode = 256
)

// languages returns the builder of languages, created on demand: most formulas have no languages.
func (ev *Evaluator) languages() *smtstr.Builder {
	if ev.regex == nil {
		ev.regex = smtstr.NewBuilder()
	}
	return ev.regex
}

// settle charges what the regular expressions have cost since the last call.
func (ev *Evaluator) settle() {
	if ev.regex == nil {
		return
	}
	steps, nodes := ev.regex.Spent()
	ev.meter.Spend((steps - ev.regexSteps) * regexStep)
	ev.meter.Take((nodes - ev.regexNodes) * regexNode)
	ev.regexSteps, ev.regexNodes = steps, nodes
}

// made returns a language.
func (c *call) made(r smtstr.Regex) value.Value {
	c.ev.settle()
	return value.OfRegex(r)
}

func (c *call) matched(s smtstr.String, ok bool) value.Value {
	c.ev.settle()
	if !ok {
		return c.tooLarge("matching takes too long")
	}
	return value.OfString(s)
}

func inRegex(c *call) value.Value {
	in, ok := c.ev.languages().Match(c.regex(1), c.str(0), c.regexBudget())
	c.ev.settle()
	if !ok {
		return c.tooLarge("matching takes too long")
	}
	return value.OfBool(in)
}

func indexOfRegex(c *call) value.Value {
	i, ok := c.ev.languages().IndexOfRe(c.str(0), c.regex(1), c.position(2), c.regexBudget())
	c.ev.settle()
	if !ok {
		return c.tooLarge("matching takes too long")
	}
	return value.OfInt(int64(i))
}

func language(op func(*smtstr.Builder, smtstr.Regex) smtstr.Regex) operator {
	return operator{run: func(c *call) value.Value { return c.made(op(c.ev.languages(), c.regex(0))) }}
}

// derivative is z3's re.derivative.
func derivative(c *call) value.Value {
	r, ok := c.ev.languages().Derivative(c.regex(1), c.args[0].Char(), c.regexBudget())
	if !ok {
		c.ev.settle()
		return c.tooLarge("the derivative takes too long")
	}
	return c.made(r)
}

// languages makes a left-associative operator.
func languages(op func(b *smtstr.Builder, p, q smtstr.Regex) smtstr.Regex) operator {
	return operator{run: func(c *call) value.Value {
		acc := c.regex(0)
		for i := range c.args[1:] {
			if acc = op(c.ev.languages(), acc, c.regex(i+1)); i%fewArgs == 0 {
				c.ev.settle()
			}
			if c.ev.over() {
				return c.spent()
			}
		}
		return c.made(acc)
	}}
}

// regexLoop handles the standard's form with two indices, z3's with one, and z3's with terms for bounds.
func regexLoop(c *call) value.Value {
	b, r, idx := c.ev.languages(), c.regex(0), c.t.Func().Indices
	bounds := make([]int, 0, 2)
	bounds = append(bounds, idx...)
	for _, a := range c.args[1:] {
		n := a.Clamp(0, maxLoop)
		if n > maxLoop {
			return c.tooLarge("the bound of the loop is too large")
		}
		bounds = append(bounds, max(n, 0))
	}
	if len(bounds) == 1 {
		return c.made(b.LoopFrom(r, bounds[0]))
	}
	return c.made(b.Loop(r, bounds[0], bounds[1]))
}

// Languages returns the builder that makes and compares the languages that are values of this evaluator. The cost of questions to it
// is charged to the evaluation when the next operator on languages is evaluated.
func (ev *Evaluator) Languages() *smtstr.Builder { return ev.languages() }
