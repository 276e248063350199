package rules

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// Format writes a file of rules in its usual layout: one attribute per line, in the usual order, and short sides on one
// line. Comments between rules stay. It fails with a *syntax.Error on text that is not a list of s-expressions, and on a
// comment inside a rule, since the comment would be lost. file names the text in errors.
func Format(file, text string) (string, error) {
	var out strings.Builder
	var tree syntax.Tree
	r := syntax.NewReader(text)
	end := 0
	for {
		more, err := r.Next(&tree)
		if err != nil {
			err.File = file
			return "", err
		}
		if !more {
			gap(&out, text[end:])
			return strings.TrimRight(out.String(), "\n") + "\n", nil
		}
		start := tree.Offset(syntax.Root)
		gap(&out, text[end:start])
		end = r.Offset()
		if at := comment(text[start:end]); at >= 0 {
			e := syntax.Errorf(text, start+at, syntax.CodeMalformed, "a comment inside a rule")
			e.File, e.Hint = file, "put it above the rule, or into :doc"
			return "", e
		}
		out.WriteString(format(&tree, syntax.Root) + "\n")
	}
}

// gap writes what is between rules: comments, each on a line of its own, and one blank line where there are some.
func gap(out *strings.Builder, text string) {
	lines := strings.Split(text, "\n")
	blank := false
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			blank = blank || i > 0 && i < len(lines)-1
			continue
		}
		if blank && out.Len() > 0 {
			out.WriteByte('\n')
		}
		blank = false
		out.WriteString(line + "\n")
	}
	if blank && out.Len() > 0 {
		out.WriteByte('\n')
	}
}

// comment returns the offset of a comment in the text of an s-expression, -1 when there is none.
func comment(text string) int {
	quote := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '|':
			quote = c
		case c == ';':
			return i
		}
	}
	return -1
}

// order is the usual order of attributes.
var order = []string{":cite", ":doc", ":argued", ":sorts", ":indices", ":params", ":free", ":where"}

// lineWidth is how long a line may be before it is broken.
const lineWidth = 110

// format writes one rule. Anything else goes on one line.
func format(t *syntax.Tree, n syntax.ID) string {
	kids := t.Children(n)
	if len(kids) < 3 || !t.Is(kids[0], "rule") {
		return string(t.Append(nil, n))
	}
	var out strings.Builder
	out.WriteString("(rule " + t.Text(kids[1]))
	type attribute struct{ key, text string }
	var attrs []attribute
	rest := kids[2:]
	for len(rest) > 1 && t.Kind(rest[0]) == syntax.Keyword {
		attrs = append(attrs, attribute{t.Text(rest[0]), string(t.Append(nil, rest[1]))})
		rest = rest[2:]
	}
	slices.SortStableFunc(attrs, func(a, b attribute) int { return slices.Index(order, a.key) - slices.Index(order, b.key) })
	for _, a := range attrs {
		out.WriteString("\n  " + a.key + " " + a.text)
	}
	for _, k := range rest {
		line := string(t.Append(nil, k))
		if sides := t.Children(k); len(line)+2 > lineWidth && len(sides) == 3 {
			head := t.Text(sides[0])
			indent := "\n   " + strings.Repeat(" ", len(head)+1)
			line = "(" + head + " " + string(t.Append(nil, sides[1])) + indent + string(t.Append(nil, sides[2])) + ")"
		}
		out.WriteString("\n  " + line)
	}
	out.WriteString(")")
	return out.String()
}
