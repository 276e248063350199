package certified

import (
	"context"
	"strings"

	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/smt/syntax"
)

// A survival says by which of a script's commands one sees that a solver has survived a crash's script. The zero value is none; a later one says more.
type survival uint8

// The commands that tell.
const (
	untold  survival = iota
	echoed           // (echo "survived")
	checked          // a check-sat, whose answer all of Assay's commands read
)

// String says it for users.
func (s survival) String() string {
	switch s {
	case untold:
		return "nothing: with a check-sat or an echo in it, the script does not crash"
	case echoed:
		return `(echo "` + triage.Survived + `")`
	case checked:
		return "an answer to check-sat"
	}
	return ""
}

// survivalOf returns the best of the commands of a text that are executed.
func survivalOf(text string) survival {
	best := untold
	eachCommand(text, func(name string, tree *syntax.Tree) bool {
		switch kids := tree.Children(syntax.Root); {
		case name == "exit":
			return false
		case strings.HasPrefix(name, "check-sat"):
			best = checked
		case name == "echo" && len(kids) == 2 && tree.Text(kids[1]) == `"`+triage.Survived+`"`:
			best = max(best, echoed)
		}
		return best != checked
	})
	return best
}

// eachCommand calls f for the commands of a text that can be read, until f returns false.
func eachCommand(text string, f func(name string, tree *syntax.Tree) bool) {
	var tree syntax.Tree
	for r := syntax.NewReader(text); ; {
		more, err := r.Next(&tree)
		if err != nil || !more {
			return
		}
		name := ""
		if tree.Kind(syntax.Root) == syntax.List && tree.Len(syntax.Root) > 0 {
			name, _ = tree.Name(tree.First(syntax.Root))
		}
		if !f(name, &tree) {
			return
		}
	}
}

// echoing returns a text with a command at its end, or before its exit, that tells that it was survived.
func echoing(text, command string) string {
	var b strings.Builder
	added := false
	add := func() {
		if !added {
			added = true
			b.WriteString(command + "\n")
		}
	}
	eachCommand(text, func(name string, tree *syntax.Tree) bool {
		if name == "exit" {
			add()
		}
		b.Write(tree.Append(nil, syntax.Root))
		b.WriteByte('\n')
		return true
	})
	add()
	return b.String()
}

// beginCrash examines a crash with a command that tells whether a solver has survived it: without one, nobody can say of a version that does
// not crash that it has got to the end. A text that crashes only without such a command stays as it is.
func (x *examiner) beginCrash(ctx context.Context, text string) (*Shown, error) {
	if x.survival = survivalOf(text); x.survival == checked {
		return x.begin(ctx, text)
	}
	for _, tells := range []struct {
		by      survival
		command string
	}{{checked, "(check-sat)"}, {echoed, echoed.String()}} {
		if tells.by <= x.survival {
			break
		}
		if shown, err := x.begin(ctx, echoing(text, tells.command)); shown != nil || ctx.Err() != nil {
			x.survival = tells.by
			return shown, err
		}
	}
	return x.begin(ctx, text)
}

// tells reports whether a candidate tells its survival as well as the original.
func (x *examiner) tells(text string) bool {
	return !x.Class.Crash() || survivalOf(text) >= x.survival
}
