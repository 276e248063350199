package crosscheck

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/synth"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// TestOperatorVersions checks the versions in the operator table against programs: each of the SPECs in ASSAY_OPERATOR_SOLVERS,
// separated by ";", reads applications of every row. A version that accepts one and a version that refuses all confirm a row. The test
// fails where a program reads what the table says it does not, or refuses what the table says it reads; ASSAY_OPERATOR_TABLE names a
// file for the result. It is run manually, as make operator-versions.
func TestOperatorVersions(t *testing.T) {
	specs := os.Getenv("ASSAY_OPERATOR_SOLVERS")
	if specs == "" {
		t.Skip("ASSAY_OPERATOR_SOLVERS names no solver")
	}
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var readers []*rowReader
	for spec := range strings.SplitSeq(specs, ";") {
		target, err := solver.Resolve(t.Context(), strings.TrimSpace(spec), set)
		if err != nil {
			t.Fatal(err)
		}
		r := &rowReader{target: target, family: target.Profile().Name, dir: t.TempDir()}
		r.readAll(t)
		if len(r.accepted) == 0 {
			t.Errorf("%s reads no application of any row: the other results say nothing of it", target)
		}
		readers = append(readers, r)
	}
	slices.SortFunc(readers, func(a, b *rowReader) int {
		if a.family != b.family {
			return strings.Compare(a.family, b.family)
		}
		return theory.CompareVersions(a.target.Version(), b.target.Version())
	})
	text, wrong := operatorReport(readers)
	if path := os.Getenv("ASSAY_OPERATOR_TABLE"); path != "" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // a document for everyone
			t.Fatal(err)
		}
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

// rowReader is a solver that reads applications of all rows.
type rowReader struct {
	target solver.Target
	family string
	dir    string
	// accepted and refused are by row; refused has what the solver said to the last form.
	accepted map[*theory.Row]bool
	refused  map[*theory.Row]string
}

// formsOfRow is how many applications of a row are tried before it counts as refused.
const formsOfRow = 12

// readAll reads one form of every row, then another form of those that were refused, and so on.
func (r *rowReader) readAll(t *testing.T) {
	r.accepted, r.refused = map[*theory.Row]bool{}, map[*theory.Row]string{}
	for form := range formsOfRow {
		var rows []*theory.Row
		var texts []string
		for _, row := range theory.Builtin().Rows() {
			if r.accepted[row] || row.In == nil {
				continue
			}
			if text, ok := r.application(row, form); ok {
				rows, texts = append(rows, row), append(texts, text)
			}
		}
		r.read(t, rows, texts)
	}
}

// application returns commands on one line that use a row: of constants in every other form, of values in the rest.
func (r *rowReader) application(row *theory.Row, form int) (text string, ok bool) {
	d := &dialects[max(0, slices.IndexFunc(dialects, func(d dialect) bool { return d.solver == r.family }))]
	g := newGenerator(d, synth.NewCatalog(theory.Builtin(), nil, []mutate.Dialect{{Name: d.solver, Version: r.target.Version()}}), rng.New(uint64(form)).Split(row.Signature()))
	g.begin()
	defer func() {
		if recover() != nil { // no literal of a sort
			text, ok = "", false
		}
	}()
	s := &script.Script{Store: g.st}
	b, bound := g.bind(row, nil, 2)
	result := g.instance(&row.Result, &b)
	if !bound || result == nil {
		return "", false
	}
	constant := func(i int, sort *sorts.Sort) *term.Term {
		decl := term.NewDecl(term.Declared, fmt.Sprintf("c%d_%d_%d", row.ID, form, i), nil, sort)
		s.Commands = append(s.Commands, &script.Command{Kind: script.DeclareFun, Decls: []*term.Decl{decl}})
		return must(g.st.App(g.st.User(decl, nil)))
	}
	args := make([]*term.Term, len(row.Args))
	for i := range args {
		sort := g.instance(row.Param(i, len(args)), &b)
		if sort == nil {
			return "", false
		}
		if form%2 == 1 || sort == sorts.RegLan || sort.Kind() == sorts.Func {
			args[i] = g.literal(sort)
			continue
		}
		args[i] = constant(i, sort)
	}
	var as *sorts.Sort
	if row.NeedsAs {
		as = result
	}
	u, err := g.st.App(g.st.Op(row, slices.Clone(b.Idx[:row.HeadIdx]), as), args...)
	if err != nil {
		return "", false
	}
	switch {
	case u.Sort() == sorts.RegLan:
		u = g.op("str.in_re", nil, nil, g.text('a'), u)
	case u.Sort().Kind() == sorts.Func:
		u = g.op("=", nil, nil, u, u)
	default: // a constant, so that an operator of another sort and the same name is found out
		u = g.op("=", nil, nil, u, constant(len(args), u.Sort()))
	}
	s.Commands = append(s.Commands, &script.Command{Kind: script.Assert, Terms: []*term.Term{u}})
	printer := script.Printer{Solver: r.target.Profile().Dialect, ForSolver: true}
	return strings.Join(strings.Fields(string(printer.Append(nil, s))), " "), true
}

var (
	marker  = regexp.MustCompile(`^"?row-(\d+)"?$`)
	refusal = regexp.MustCompile(`(?i)error|fatal|unsupported|exception`)
)

// read makes the solver read texts, each between markers, and records which it accepts. If the solver ends before the last one, it is
// restarted after the text that ended it.
func (r *rowReader) read(t *testing.T, rows []*theory.Row, texts []string) {
	for from := 0; from < len(rows); {
		var b strings.Builder
		b.WriteString(r.logic() + "\n")
		for i := from; i < len(rows); i++ {
			fmt.Fprintf(&b, "(echo \"row-%d\")\n%s\n", i, texts[i])
		}
		fmt.Fprintf(&b, "(echo \"row-%d\")\n", len(rows))
		file := filepath.Join(r.dir, "rows.smt2")
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		run, err := r.target.Run(t.Context(), solver.Query{File: file, Limits: solver.Limits{Time: 2 * time.Minute, Output: 8 << 20}, Options: solver.Options{Incremental: true, Strings: true, Floats: true}})
		if err != nil {
			t.Fatal(err)
		}
		last, said := from-1, ""
		note := func() {
			if last < from || last >= len(rows) {
				return
			}
			if refusal.MatchString(said) {
				r.refused[rows[last]] = strings.TrimSpace(said)
			} else {
				r.accepted[rows[last]] = true
			}
		}
		for line := range strings.Lines(string(run.Raw.Stdout)) {
			if m := marker.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				note()
				last, _ = strconv.Atoi(m[1])
				said = ""
				continue
			}
			said += line
		}
		if last == len(rows) {
			return
		}
		if last < from {
			t.Fatalf("%s reads nothing: %s%s", r.target, run.Raw.Stdout, run.Raw.Stderr)
		}
		r.refused[rows[last]] = strings.TrimSpace(said + string(run.Raw.Stderr))
		from = last + 1
	}
}

// logic sets a logic in which the solver has all operators. z3 has the most when none is set.
func (r *rowReader) logic() string {
	switch r.family {
	case "z3":
		return ""
	case "cvc5":
		return "(set-logic HO_ALL)"
	}
	return "(set-logic ALL)"
}
