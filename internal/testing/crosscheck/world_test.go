package crosscheck

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/engines"
	bodies "github.com/assay-smt/assay/internal/mutate/kit/definition"
	"github.com/assay-smt/assay/internal/testing/testdepth"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
	"github.com/assay-smt/assay/smt/theory"
)

// worldChain is the length of the chains of TestWorld.
const worldChain = 20

// worldDialects are the solvers for which the mutants are meant.
var worldDialects = []mutate.Dialect{{Name: "z3", Version: "4.8.12"}, {Name: "cvc5", Version: "1.0.3"}}

// TestWorld measures how far the mutants of typefuzz leave the world of their seeds: what generated terms share with the seed, which logics mutants
// need, and which assertions z3's simplifier makes constant. Short is over every 10th of the built-in seeds, medium over all of them, long over every
// 7th of the seed folder, or with the interval given by ASSAY_WORLD_EVERY. ASSAY_WORLD_OPTIONS are switches of the engine, separated by commas.
func TestWorld(t *testing.T) {
	every := testdepth.Crosscheck(t, 10, 1, 0)
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	all := coverageSeeds(t, every)
	if every == 0 {
		nth := 7
		if n, err := strconv.Atoi(os.Getenv("ASSAY_WORLD_EVERY")); err == nil && n > 0 {
			nth = n
		}
		all = sampled(all, nth)
	}
	e := typefuzzWith(t, os.Getenv("ASSAY_WORLD_OPTIONS"))
	w := world{}
	for _, s := range all {
		if err := w.chain(e, s); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	t.Logf("%s\n%s", e.Configuration(), w)
	// The bounds that the engine must keep; a sample of few seeds cannot measure them.
	if every != 0 || os.Getenv("ASSAY_WORLD_OPTIONS") != "" {
		return
	}
	for _, bound := range []struct {
		what, of string
		percent  float64
	}{
		{"generated terms without a symbol", "generated terms", 15},
		{"last mutants with a new constant assertion", "last mutants", 5},
		{"mutants in ALL", "mutants", 30},
	} {
		if share := w.share(bound.what, bound.of); share >= bound.percent {
			t.Errorf("%s: %.1f %%, and not below %.0f %%", bound.what, share, bound.percent)
		}
	}
}

// sampled returns every n-th one, including the first.
func sampled(all []seeds.Seed, n int) []seeds.Seed {
	var out []seeds.Seed
	for i := 0; i < len(all); i += n {
		out = append(out, all[i])
	}
	return out
}

// typefuzzWith makes the engine with switches that are on.
func typefuzzWith(t *testing.T, switches string) mutate.Engine {
	t.Helper()
	for _, d := range engines.All() {
		if d.Name != "typefuzz" {
			continue
		}
		settings := d.Defaults()
		for _, name := range strings.FieldsFunc(switches, func(c rune) bool { return c == ',' }) {
			settings[name] = mutate.Value{On: true}
		}
		e, err := d.New(theory.Builtin(), settings)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Fatal("there is no engine typefuzz")
	return nil
}

// world counts.
type world map[string]int

// shares are the counts that are parts of others.
var shares = [][2]string{
	{"mutants in ALL", "mutants"},
	{"mutants in ALL of seeds in other logics", "mutants of seeds in other logics"},
	{"mutants in the seed's logic", "mutants"},
	{"generated terms without a symbol", "generated terms"},
	{"of these, in the place of one with a symbol", "generated terms without a symbol"},
	{"last mutants in ALL", "last mutants"},
	{"last mutants with an assertion that is false", "last mutants"},
	{"last mutants with an assertion that is true or false", "last mutants"},
	{"last mutants with a new assertion that is false", "last mutants"},
	{"last mutants with a new constant assertion", "last mutants"},
	{"seeds with an assertion that is true or false", "last mutants"},
}

func (w world) share(part, of string) float64 { return 100 * float64(w[part]) / float64(max(1, w[of])) }

// String returns the counts, one per line, with what they are parts of.
func (w world) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%6d %s\n", w[k], k)
	}
	for _, s := range shares {
		fmt.Fprintf(&b, "%5.1f %% %s / %s\n", w.share(s[0], s[1]), s[0], s[1])
	}
	return b.String()
}

// chain makes the mutants of one seed.
func (w world) chain(e mutate.Engine, text seeds.Seed) error {
	seed, err := mutate.Read(text, theory.Builtin())
	if err != nil {
		return err
	}
	r := rng.New(1).Split(text.Hash)
	source, err := e.Prepare(context.Background(), seed, mutate.Env{Rand: r.Split("prepare"), Dialects: worldDialects})
	if errors.Is(err, mutate.ErrNotApplicable) {
		return nil
	}
	if err != nil {
		return err
	}
	logic := cmp.Or(seed.Script.Logic(), "ALL")
	var last *mutate.Mutant
	for range worldChain {
		m, err := source.Next(r)
		if err != nil {
			break
		}
		last = &m
		w.mutant(logic, &m)
	}
	if last == nil {
		return nil
	}
	w["last mutants"]++
	if cmp.Or(last.Script.Logic(), "ALL") == "ALL" {
		w["last mutants in ALL"]++
	}
	before, err := simplified(seed.Script)
	if err != nil {
		w["seeds that z3 does not simplify"]++
		return nil
	}
	after, err := simplified(last.Script)
	if err != nil {
		w["last mutants that z3 does not simplify"]++
		if os.Getenv("ASSAY_WORLD_SHOW") != "" {
			fmt.Println(text.Name, err)
		}
		return nil
	}
	w.constants(before, after)
	if os.Getenv("ASSAY_WORLD_SHOW") != "" {
		for i, s := range after {
			if (s == "false" || s == "true") && before[i] != s {
				fmt.Printf("%s: %s\n", text.Name, s)
				for _, st := range last.Steps {
					if asserted(last.Script)[i] == bodies.Root(last.Script.Commands[st.Command]) {
						fmt.Println("   ", st)
					}
				}
			}
		}
	}
	return nil
}

// mutant counts the properties of one mutant.
func (w world) mutant(logic string, m *mutate.Mutant) {
	now := cmp.Or(m.Script.Logic(), "ALL")
	w["mutants"]++
	if now == "ALL" {
		w["mutants in ALL"]++
	}
	if now == logic {
		w["mutants in the seed's logic"]++
	}
	if logic != "ALL" {
		w["mutants of seeds in other logics"]++
		if now == "ALL" {
			w["mutants in ALL of seeds in other logics"]++
		}
	}
	step := m.Steps[len(m.Steps)-1]
	w["generated terms"]++
	if !symbolic(step.After) {
		w["generated terms without a symbol"]++
		if symbolic(step.Before) {
			w["of these, in the place of one with a symbol"]++
		}
	}
}

// symbolic reports whether a term has a constant or function that the script declares, possibly through a definition, or a variable that is
// bound around it.
func symbolic(t *term.Term) bool {
	found := len(t.Free()) > 0
	var visit func(t *term.Term) bool
	seen := map[*term.Decl]bool{}
	visit = func(t *term.Term) bool {
		if f := t.Func(); f != nil && f.Decl != nil && !seen[f.Decl] {
			seen[f.Decl] = true
			found = found || f.Decl.Kind == term.Declared
			if f.Decl.Body != nil {
				term.Walk([]*term.Term{f.Decl.Body}, visit)
			}
		}
		return !found
	}
	term.Walk([]*term.Term{t}, visit)
	return found
}

// constants counts scripts by what became of their assertions.
func (w world) constants(before, after []string) {
	some := func(list []string, which ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(which, s) })
	}
	count := func(what string, is bool) {
		if is {
			w[what]++
		}
	}
	var fresh []string
	for i, s := range after {
		if before[i] != s {
			fresh = append(fresh, s)
		}
	}
	count("seeds with an assertion that is true or false", some(before, "true", "false"))
	count("last mutants with an assertion that is false", some(after, "false"))
	count("last mutants with an assertion that is true or false", some(after, "true", "false"))
	count("last mutants with a new assertion that is false", some(fresh, "false"))
	count("last mutants with a new constant assertion", some(fresh, "true", "false"))
}

func asserted(s *script.Script) []*term.Term {
	var out []*term.Term
	for _, c := range s.Commands {
		if c.Kind == script.Assert {
			out = append(out, c.Terms[0])
		}
	}
	return out
}

// simplified returns what z3's simplifier makes of each assertion of a script.
func simplified(s *script.Script) ([]string, error) {
	out := *s
	out.Commands = nil
	for _, c := range s.Commands {
		switch c.Kind {
		case script.SetLogic, script.SetOption, script.SetInfo, script.CheckSat, script.CheckSatAssuming:
			continue
		case script.Assert:
			// The terms of commands that Assay does not know are printed unchanged.
			out.Commands = append(out.Commands, c)
			continue
		}
		out.Commands = append(out.Commands, c)
	}
	p := script.Printer{Solver: "z3", ForSolver: true}
	text := strings.ReplaceAll(string(p.Append(nil, &out)), "\n(assert ", "\n(simplify ")
	if strings.HasPrefix(text, "(assert ") {
		text = "(simplify " + strings.TrimPrefix(text, "(assert ")
	}
	cmd := exec.Command("z3", "-in", "-T:20")
	cmd.Stdin = strings.NewReader(text)
	raw, _ := cmd.Output()
	return answersOf(raw, len(asserted(s)))
}

// answersOf splits what z3 prints into n terms.
func answersOf(raw []byte, n int) ([]string, error) {
	var out []string
	depth, from := 0, -1
	quoted, bar := false, false
	for i, c := range raw {
		switch {
		case quoted:
			quoted = c != '"'
		case bar:
			bar = c != '|'
		case c == '"':
			quoted = true
		case c == '|':
			bar = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		blank := c == '\n' || c == ' '
		if from < 0 && !blank {
			from = i
		}
		if from >= 0 && depth == 0 && !quoted && !bar && (c == '\n' || i == len(raw)-1) {
			text := string(bytes.TrimSpace(raw[from : i+1]))
			from = -1
			if strings.HasPrefix(text, "(error") {
				return nil, errors.New(text)
			}
			out = append(out, text)
		}
	}
	if len(out) != n {
		return nil, fmt.Errorf("%d answers to %d questions", len(out), n)
	}
	return out, nil
}
