package model

import (
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/term"
)

// btor reads boolector's own form, one line for each value: "x 0100000x", "a[01] 0111", and, with a node's number
// first, "2 00000101 x", "3[00] 01 a". An x among the bits is any bit, 0 here. ok is false when the text is in
// another form.
func (r *reader) btor() (err *syntax.Error, ok bool) {
	type line struct {
		off    int
		fields []string
	}
	var lines []line
	off := 0
	for text := range strings.Lines(r.src) {
		if f := strings.Fields(text); len(f) == 2 || len(f) == 3 {
			lines = append(lines, line{off, f})
		} else if len(f) > 0 && !(len(f) == 1 && strings.Trim(f[0], "abcdefghijklmnopqrstuvwxyz") == "") {
			return nil, false
		}
		if strings.HasPrefix(strings.TrimSpace(text), "(") {
			return nil, false
		}
		off += len(text)
	}
	if len(lines) == 0 {
		return nil, false
	}
	for _, l := range lines {
		name, bits := l.fields[0], l.fields[1]
		if len(l.fields) == 3 {
			name = l.fields[2]
			if _, index, has := strings.Cut(l.fields[0], "["); has {
				name += "[" + index
			}
		}
		if err := r.bits(name, bits, l.off); err != nil {
			return err, true
		}
	}
	r.forms++
	if err := r.joinPoints(); err != nil {
		return err, true
	}
	for _, d := range r.model.Missing() {
		r.model.Notes = append(r.model.Notes, Note{NoteMissing, d, "the model has no value for " + syntax.Clip(d.Text, 80)})
	}
	return nil, true
}

// bits gives a constant, or an array at an index, its bits.
func (r *reader) bits(name, bits string, off int) *syntax.Error {
	name, index, isArray := strings.Cut(name, "[")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "|"), "|")
	d := r.session.Lookup(name)
	if d == nil || d.Kind != term.Declared {
		return syntax.Errorf(r.src, off, syntax.CodeUnknown, "the script declares no %s", syntax.Clip(name, 60))
	}
	if !isArray {
		v, err := r.bitsOf(bits, d.Result, off)
		if err != nil {
			return err
		}
		r.set(d, &Def{Body: v})
		return nil
	}
	if len(d.Params) > 0 || d.Result.Kind() != sorts.Array {
		return syntax.Errorf(r.src, off, syntax.CodeSort, "%s is not an array", syntax.Clip(name, 60))
	}
	i, err := r.bitsOf(strings.TrimSuffix(index, "]"), d.Result.Args()[0], off)
	if err != nil {
		return err
	}
	v, err := r.bitsOf(bits, d.Result.Args()[1], off)
	if err != nil {
		return err
	}
	r.addPoint(d, point{[]*term.Term{i}, v})
	return nil
}

func (r *reader) bitsOf(bits string, s *sorts.Sort, off int) (*term.Term, *syntax.Error) {
	bits = strings.ReplaceAll(bits, "x", "0")
	if bits == "" || strings.Trim(bits, "01") != "" {
		return nil, syntax.Errorf(r.src, off, syntax.CodeMalformed, "expected bits, found %s", syntax.Clip(bits, 60))
	}
	switch {
	case s == sorts.Bool && len(bits) == 1:
		if bits == "1" {
			return r.op("true"), nil
		}
		return r.op("false"), nil
	case s.Width() == len(bits):
		return r.script.Store.Lit(syntax.Binary, "#b"+bits, s), nil
	}
	return nil, syntax.Errorf(r.src, off, syntax.CodeSort, "%d bits, where %s is wanted", len(bits), syntax.Clip(s.String(), 60))
}
