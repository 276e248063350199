package findings

import (
	"strings"

	"github.com/assay-smt/assay/smt/syntax"
)

// Definitions are the definitions of a model, one line a symbol, or nil when it is not a list of definitions.
func Definitions(model string) []string {
	var tree syntax.Tree
	if more, err := syntax.NewReader(model).Next(&tree); err != nil || !more {
		return nil
	}
	var out []string
	for _, d := range tree.Children(syntax.Root) {
		switch {
		case tree.Is(d, "model"):
		case tree.Len(d) < 2:
			return nil
		default:
			out = append(out, string(tree.Append(nil, d)))
		}
	}
	return out
}

// Replace puts definitions, as text, in the places of the declarations of the same symbols in a script. It returns the script and the number
// of declarations that it replaced; the script is unchanged where either text cannot be read. Definitions of symbols that the script does not
// declare are left out.
func Replace(script, definitions string) (string, int) {
	by := make(map[string]string)
	var tree syntax.Tree
	for r := syntax.NewReader(definitions); ; {
		more, err := r.Next(&tree)
		if err != nil {
			return script, 0
		}
		if !more {
			break
		}
		parts := tree.Children(syntax.Root)
		if len(parts) < 2 || !strings.HasPrefix(tree.Text(parts[0]), "define-") {
			continue
		}
		if name, ok := tree.Name(parts[1]); ok {
			by[name] = string(tree.Append(nil, syntax.Root))
		}
	}
	var b strings.Builder
	done, replaced := 0, 0
	for r := syntax.NewReader(script); ; {
		more, err := r.Next(&tree)
		if err != nil {
			return script, 0
		}
		if !more {
			break
		}
		parts := tree.Children(syntax.Root)
		if len(parts) < 2 || !tree.Is(parts[0], "declare-fun") && !tree.Is(parts[0], "declare-const") {
			continue
		}
		name, ok := tree.Name(parts[1])
		if by[name] == "" || !ok {
			continue
		}
		b.WriteString(script[done:tree.Offset(syntax.Root)])
		b.WriteString(by[name])
		done = r.Offset()
		replaced++
	}
	b.WriteString(script[done:])
	return b.String(), replaced
}
