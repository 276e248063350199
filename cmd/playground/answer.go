package main

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/assay-smt/assay/smt"
)

// A reply says what a model makes of a formula. Offsets are in UTF-16 code units, as the browser counts.
type reply struct {
	Verdict    string      `json:"verdict,omitempty"`
	Logic      string      `json:"logic,omitempty"`
	Dialect    string      `json:"dialect,omitempty"`
	Checks     int         `json:"checks"`
	Assertions []assertion `json:"assertions,omitempty"`
	Assumed    []string    `json:"assumed,omitempty"`
	Notes      []string    `json:"notes,omitempty"`
	Error      *problem    `json:"error,omitempty"`
}

type span struct {
	Line  int `json:"line"`
	Col   int `json:"col"`
	Start int `json:"start"`
	End   int `json:"end"`
}

type assertion struct {
	span
	Verdict string `json:"verdict"`
	Why     string `json:"why,omitempty"`
	Part    *part  `json:"part,omitempty"`
}

// A part is the smallest part of an assertion that makes it false.
type part struct {
	span
	Text   string  `json:"text"`
	Is     bool    `json:"is"`
	Values []value `json:"values,omitempty"`
}

type value struct {
	span
	Term  string `json:"term"`
	Value string `json:"value"`
}

// A problem is why there is no verdict.
type problem struct {
	Where   string `json:"where"` // formula or model
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// limits keep an answer within the seconds and the memory of a page.
var limits = smt.Limits{Steps: 2_000_000, Instances: 20_000, Work: 1 << 25, Bytes: 1 << 28}

// maxTerms bounds the terms of a formula, about 100 bytes each.
const maxTerms = 1_000_000

// answer evaluates a formula under a model at a check, from 0, or at the first one where there is no such check, and returns a reply as JSON.
func answer(formula, model string, check int) []byte {
	out, err := json.Marshal(evaluate(formula, model, check))
	if err != nil {
		panic(err) // a reply has nothing that cannot be written
	}
	return out
}

func evaluate(formula, model string, check int) reply {
	script, err := smt.Parse("formula", formula)
	if err != nil {
		return failed("formula", err)
	}
	f, err := script.Check(smt.Options{MaxTerms: maxTerms})
	if err != nil {
		return failed("formula", err)
	}
	out := reply{Logic: f.Logic(), Dialect: f.Dialect(), Checks: f.Checks()}
	if check < 0 || check >= out.Checks { // the formula has been edited since it was chosen, and the page offers the first again
		check = 0
	}
	m, err := smt.ReadModel(f, model, smt.ModelOptions{Name: "model", Check: check, Limits: limits})
	if err != nil {
		failure := failed("model", err)
		out.Error = failure.Error
		return out
	}
	e := m.Eval()
	out.Verdict, out.Assumed, out.Notes = e.Verdict().String(), e.Assumed, m.Notes()
	units := counter{text: formula}
	for _, r := range e.Results {
		a := assertion{span: units.span(r.Span), Verdict: r.Verdict.String(), Why: r.Why}
		if b := r.Blame; b != nil {
			a.Part = &part{span: units.span(b.Span), Text: b.Text, Is: b.Is}
			for _, v := range b.Values {
				a.Part.Values = append(a.Part.Values, value{span: units.span(v.Span), Term: v.Term, Value: v.Value})
			}
		}
		out.Assertions = append(out.Assertions, a)
	}
	return out
}

func failed(where string, err error) reply {
	p := &problem{Where: where, Message: err.Error()}
	var e *smt.Error
	if errors.As(err, &e) {
		p.Line, p.Col, p.Code, p.Message, p.Hint = e.Line, e.Col, string(e.Code), e.Msg, e.Hint
	}
	return reply{Error: p}
}

// A counter converts offsets in bytes to UTF-16 code units. It goes on from the last one, since most are asked for in order.
type counter struct {
	text        string
	bytes, unit int
}

func (c *counter) at(offset int) int {
	if offset < c.bytes {
		c.bytes, c.unit = 0, 0
	}
	for c.bytes < offset {
		r, n := utf8.DecodeRuneInString(c.text[c.bytes:])
		c.bytes += n
		if c.unit++; r > 0xffff {
			c.unit++
		}
	}
	return c.unit
}

func (c *counter) span(s smt.Span) span {
	if !s.Known() {
		return span{}
	}
	return span{Line: s.Line, Col: s.Col, Start: c.at(s.Start), End: c.at(s.End)}
}
