package opfuzz

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// Classes are the replacements that an operator_mutations.txt file allows.
type Classes struct {
	pairs map[[2]string][]arity
}

// arity is a range of argument counts.
type arity struct{ min, max int }

// anyArity is a class without an arity.
var anyArity = arity{0, 1 << 30}

// Allows reports whether operator from may become to with some number of arguments.
func (c *Classes) Allows(from, to string) bool { return len(c.pairs[[2]string{from, to}]) > 0 }

// AllowsArity reports whether from may become to when it has n arguments.
func (c *Classes) AllowsArity(from, to string, n int) bool {
	for _, a := range c.pairs[[2]string{from, to}] {
		if a.min <= n && n <= a.max {
			return true
		}
	}
	return false
}

// hash returns 12 hexadecimal digits that depend only on what is allowed, in whatever order and notation it was written.
func (c *Classes) hash() string {
	var lines []string
	for pair, arities := range c.pairs {
		arities = slices.Clone(arities)
		slices.SortFunc(arities, func(a, b arity) int { return cmp.Or(a.min-b.min, a.max-b.max) })
		lines = append(lines, fmt.Sprintf("%q %v", pair, slices.Compact(arities)))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:6])
}

// ParseClasses reads the operator_mutations.txt notation of opfuzz users: one class per line, its operators separated by
// commas, each of which may become any other; `a -> b, c` allows one direction only; `:arity 2`, `:arity 2+` (at least) and
// `:arity 2-` (at most) restrict the number of arguments. A semicolon starts a comment. Names that the table does not know
// are errors, not skipped. The error is a *syntax.Error.
func ParseClasses(table *theory.Table, file, text string) (*Classes, error) {
	c := &Classes{pairs: map[[2]string][]arity{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\r"), ";")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := c.line(table, line); err != nil {
			err.File, err.Line = file, i+1
			return nil, err
		}
	}
	return c, nil
}

func (c *Classes) line(table *theory.Table, line string) *syntax.Error {
	fail := func(at int, code syntax.Code, msg, hint string) *syntax.Error {
		return &syntax.Error{Col: at + 1, Code: code, Msg: msg, Hint: hint}
	}
	count := anyArity
	body := line
	if at := strings.Index(line, ":arity"); at >= 0 {
		body = line[:at]
		var ok bool
		if count, ok = parseArity(strings.TrimSpace(line[at+len(":arity"):])); !ok {
			return fail(at, syntax.CodeMalformed, "an arity is a number, or a number followed by + or -", "write :arity 2, :arity 2+ or :arity 2-")
		}
	}
	left, right, oneWay := strings.Cut(body, "->")
	from, err := names(table, left, 0, fail)
	if err != nil {
		return err
	}
	to := from
	if oneWay {
		if to, err = names(table, right, len(left)+2, fail); err != nil {
			return err
		}
	}
	for _, a := range from {
		for _, b := range to {
			if a != b {
				c.pairs[[2]string{a, b}] = append(c.pairs[[2]string{a, b}], count)
			}
		}
	}
	return nil
}

func parseArity(s string) (arity, bool) {
	digits := strings.TrimRight(s, "+-")
	n, err := strconv.Atoi(digits)
	if err != nil || strings.Trim(digits, "0123456789") != "" {
		return arity{}, false
	}
	switch s[len(digits):] {
	case "":
		return arity{n, n}, true
	case "+":
		return arity{n, anyArity.max}, true
	case "-":
		return arity{0, n}, true
	}
	return arity{}, false
}

// names reads a list of operators; old spellings become the table's own.
func names(table *theory.Table, list string, at int, fail func(int, syntax.Code, string, string) *syntax.Error) ([]string, *syntax.Error) {
	var out []string
	for _, part := range strings.Split(list, ",") {
		name := strings.TrimSpace(part)
		pos := at + strings.Index(part, name)
		at += len(part) + 1
		switch rows := called(table, name); {
		case name == "":
			return nil, fail(pos, syntax.CodeMalformed, "an operator is missing between two separators", "write names separated by single commas")
		case name == "forall" || name == "exists":
			out = append(out, name)
		case rows == nil:
			return nil, fail(pos, syntax.CodeUnknown, "unknown operator "+syntax.Clip(name, 40), "add it with a theory file, or correct the name")
		default:
			// A name such as union is an operator of more than one theory.
			for _, r := range rows {
				if !slices.Contains(out, r.Name) {
					out = append(out, r.Name)
				}
			}
		}
	}
	return out, nil
}

// called returns the rows that a name stands for. Rows for which it is an old spelling count only where no row has it as its
// own name: str.prefixof on sequences is seq.prefixof.
func called(table *theory.Table, name string) []*theory.Row {
	rows := table.Lookup(name)
	if !slices.ContainsFunc(rows, func(r *theory.Row) bool { return r.Name == name }) {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r *theory.Row) bool { return r.Name != name && slices.Contains(r.Legacy, name) })
}
