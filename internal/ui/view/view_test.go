package view_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/view"
)

// busy is a campaign that has run for 41 minutes.
func busy() *live.State {
	st := &live.State{
		Out: "out", Jobs: 2, Seed: 1, Elapsed: 41*60 + 7, Limit: 8 * 3600, Mutants: 51_310, Runs: 98_000, Rate: 20.8, NewBehaviour: 12_204, SeesBehaviour: true,
		Findings: 41, KnownFindings: 2, Hits: 318, SolverShare: 0.88, Seeds: 2201,
		Parts: []live.Part{{Name: "starts", Share: 0.05}, {Name: "mutants", Share: 0.6}, {Name: "time-outs", Share: 0.13}, {Name: "seeds", Share: 0.02}, {Name: "questions", Share: 0.08}, {Name: "repeats", Share: 0.001}, {Name: "Assay", Share: 0.119}},
		Engines: []live.Engine{
			{Name: "diver", Mutants: 4000, Run: 3900, NewBehaviour: 900, Findings: 0}, {Name: "fusion", Mutants: 5000, Run: 4000, NewBehaviour: 600, Findings: 0}, {Name: "generate", Mutants: 6310, Run: 6310, NewBehaviour: 3000, Findings: 1}, {Name: "opfuzz", Mutants: 7000, Run: 6000, NewBehaviour: 700, Findings: 3}, {Name: "storm", Mutants: 12_000, Run: 11_800, NewBehaviour: 3104, Findings: 22}, {Name: "typefuzz", Mutants: 9000, Run: 8000, NewBehaviour: 2200, Findings: 15},
			{Name: "weaken", Mutants: 8000, Run: 7900, NewBehaviour: 1700, Findings: 0},
		},
		Logics: []live.Logic{{Name: "QF_S", Mutants: 20_000}, {Name: "QF_BV", Mutants: 15_000}, {Name: "QF_LIA", Mutants: 10_310}, {Name: "UFNIA", Mutants: 6000}},
		Solvers: []live.Solver{
			{Name: "z3@5.4.1", Runs: 49_000, Results: map[string]int64{"answered": 45_570, "unknown": 1470, "time-out": 1960}, CPU: 1020, NewBehaviour: 5000, Refused: ""},
			{Name: "cvc5@1.4.2 --strings-exp", Runs: 49_000, Results: map[string]int64{"answered": 36_000, "unknown": 2940, "time-out": 1960, "memory": 10, "refused": 8040, "crashed": 50}, CPU: 1100, NewBehaviour: 7204, Refused: `unknown logic "HO_LIA"`},
		},
		Latest: []live.Finding{
			{At: 1703, Class: "wrong unsat", Solver: "z3@5.4.1", Engine: "storm", Bytes: 76, Line: `(assert (str.contains (str.from_ubv x) "1"))`, Words: "z3 answers unsat", Folder: "out/findings/a"},
			{At: 900, Class: "crash", Solver: "z3@5.4.1", Bytes: 1054, Line: "(assert (= (fp.add RNE x y) ((_ to_fp 8 24) RNE 1.0) (fp.mul RNE x x) (fp.div RNE y y) z))", Known: "z3-5.4.0-match-behind-reset", Folder: "out/findings/b"},
			{At: 61, Class: "wrong model", Solver: "cvc5@1.4.2 --cegqi-all", Bytes: 20_480, Line: "(assert p)", Folder: "out/findings/c"},
		},
	}
	st.History = live.History{Step: 32}
	for i := range 78 {
		st.History.Mutants = append(st.History.Mutants, int64(600+(i*37)%97))
		st.History.New = append(st.History.New, int64(1200/(i+1)))
		st.History.Findings = append(st.History.Findings, int64(truth(i%26 == 1)))
	}
	return st
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// text is a screen as text. It makes sure that the screen has its size.
func text(t interface{ Fatalf(string, ...any) }, st *live.State, s view.Screen) string {
	lines := view.Of(st, s)
	if len(lines) != s.Height {
		t.Fatalf("%d lines, want %d", len(lines), s.Height)
	}
	var b strings.Builder
	for _, l := range lines {
		line := l.String()
		if n := figures.Columns(line); n > s.Width {
			t.Fatalf("%d columns, want at most %d: %q", n, s.Width, line)
		}
		for _, r := range line {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%U in %q", r, line)
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// The screens of made campaigns. With ASSAY_UPDATE=1 they are written anew.
func TestScreens(t *testing.T) {
	details := []string{"z3 answers unsat, and the formula has a model", "", "assay replay out/findings/a", "assay reduce out/findings/a", "", "(set-logic QF_SLIA)", "\t(assert true)", "(check-sat)"}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}, {50, 12}} {
		for name, tt := range map[string]struct {
			state  func(st *live.State)
			screen func(s *view.Screen)
		}{
			"busy": {},
			"begun": {state: func(st *live.State) {
				*st = live.State{Out: "out", Jobs: 2, Seed: 1, MutantLimit: 100, Engines: []live.Engine{{Name: "storm"}}, Solvers: []live.Solver{{Name: "z3@5.4.1"}}, Seeds: 177}
			}},
			"paused": {state: func(st *live.State) { st.Paused = true }},
			"trouble": {state: func(st *live.State) {
				st.Warnings, st.Faults, st.RejectedSeeds = []string{"cvc5 gives no usable results here"}, 2, 31
			}},
			"silent":   {screen: func(s *view.Screen) { s.Attached, s.Silent = true, 75 }},
			"solvers":  {screen: func(s *view.Screen) { s.Page = view.Solvers }},
			"engines":  {screen: func(s *view.Screen) { s.Page = view.Engines }},
			"details":  {screen: func(s *view.Screen) { s.Page, s.Details, s.Chosen = view.Details, details, 0 }},
			"scrolled": {screen: func(s *view.Screen) { s.Page, s.Details, s.Chosen, s.Scroll = view.Details, details, 2, 5 }},
		} {
			if size[0] != 80 && size[0] != 50 && name != "busy" && name != "solvers" && name != "engines" {
				continue
			}
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) {
				st, s := busy(), view.Screen{Width: size[0], Height: size[1]}
				if tt.state != nil {
					tt.state(st)
				}
				if tt.screen != nil {
					tt.screen(&s)
				}
				got := text(t, st, s)
				file := filepath.Join("testdata", fmt.Sprintf("%s-%dx%d.txt", name, size[0], size[1]))
				if os.Getenv("ASSAY_UPDATE") != "" {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestScreenFits: whatever the campaign and the size of the terminal are, a screen has that size, and nothing on it moves the cursor.
func TestScreenFits(t *testing.T) {
	name := rapid.OneOf(rapid.SampledFrom([]string{"z3", strings.Repeat("x", 300), "漢字漢字", "\x1b[2J\r\n", "a\u202eb", "", "\xff", "\u009b31m"}), rapid.StringN(0, 60, 200))
	number := rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(-5, 1<<62))
	share := rapid.Float64Range(0, 1)
	rapid.Check(t, func(t *rapid.T) {
		st := &live.State{
			Out: name.Draw(t, "out"), Jobs: rapid.IntRange(0, 1000).Draw(t, "jobs"), Elapsed: rapid.Float64Range(-1, 1e12).Draw(t, "elapsed"), Limit: rapid.Float64Range(0, 1e12).Draw(t, "limit"),
			MutantLimit: number.Draw(t, "most"), Paused: rapid.Bool().Draw(t, "paused"), Mutants: number.Draw(t, "mutants"), NewBehaviour: number.Draw(t, "news"), SeesBehaviour: rapid.Bool().Draw(t, "sees"),
			Findings: rapid.IntRange(0, 1<<40).Draw(t, "findings"), SolverShare: share.Draw(t, "share"), Warnings: rapid.SliceOfN(name, 0, 5).Draw(t, "warnings"),
			RejectedSeeds: rapid.IntRange(0, 5).Draw(t, "rejected"), Faults: rapid.Int64Range(0, 2).Draw(t, "faults"),
			History: live.History{Step: rapid.Float64Range(0, 100).Draw(t, "step"), Mutants: rapid.SliceOfN(number, 0, 300).Draw(t, "history"), New: rapid.SliceOfN(number, 0, 300).Draw(t, "new"),
				Findings: rapid.SliceOfN(number, 0, 300).Draw(t, "found")},
		}
		for range rapid.IntRange(0, 9).Draw(t, "engines") {
			st.Engines = append(st.Engines, live.Engine{Name: name.Draw(t, "engine"), Mutants: number.Draw(t, "n"), Findings: number.Draw(t, "n")})
			st.Logics = append(st.Logics, live.Logic{Name: name.Draw(t, "logic"), Mutants: number.Draw(t, "n")})
			st.Solvers = append(st.Solvers, live.Solver{Name: name.Draw(t, "solver"), Runs: number.Draw(t, "n"), Results: map[string]int64{"answered": number.Draw(t, "n")}, CPU: share.Draw(t, "cpu"), Refused: name.Draw(t, "why")})
			st.Latest = append(st.Latest, live.Finding{Class: name.Draw(t, "class"), Solver: name.Draw(t, "of"), Line: name.Draw(t, "line"), Known: name.Draw(t, "known"), Bytes: number.Draw(t, "n")})
			st.Parts = append(st.Parts, live.Part{Name: name.Draw(t, "part"), Share: share.Draw(t, "share")})
		}
		text(t, st, view.Screen{
			Width: rapid.IntRange(1, 250).Draw(t, "width"), Height: rapid.IntRange(1, 80).Draw(t, "height"), Page: view.Page(rapid.IntRange(0, 3).Draw(t, "page")),
			Chosen: rapid.IntRange(0, 300).Draw(t, "chosen"), Details: rapid.SliceOfN(name, 0, 50).Draw(t, "details"), Scroll: rapid.IntRange(0, 60).Draw(t, "scroll"),
			Attached: rapid.Bool().Draw(t, "attached"), Silent: rapid.IntRange(0, 100).Draw(t, "silent"),
		})
	})
}

func TestKeys(t *testing.T) {
	s := view.Screen{Width: 80, Height: 24}
	press := func(keys ...string) (action view.Action) {
		for _, k := range keys {
			s, action = s.Key(k, 3)
		}
		return action
	}
	want := func(what string, page view.Page, chosen int) {
		t.Helper()
		if s.Page != page || s.Chosen != chosen {
			t.Errorf("%s: page %d with finding %d, want %d and %d", what, s.Page, s.Chosen, page, chosen)
		}
	}
	press("up")
	want("no finding above the first", view.Overview, 0)
	press("down", "down", "j", "down")
	want("no finding below the last", view.Overview, 2)
	press("k")
	want("up again", view.Overview, 1)
	press("s")
	want("solvers", view.Solvers, 1)
	press("e")
	want("engines", view.Engines, 1)
	press("down", "e")
	want("back", view.Overview, 1)
	if press("enter") != view.Show {
		t.Error("enter shows nothing")
	}
	want("details", view.Details, 1)
	s.Details = make([]string, 100)
	press("down", "pgdown")
	if s.Scroll != 13 {
		t.Errorf("scrolled by %d lines, want 13", s.Scroll)
	}
	press("end", "down")
	if s.Scroll != 79 {
		t.Errorf("scrolled to line %d, want 79: the last one is at the bottom", s.Scroll)
	}
	press("esc")
	want("back again", view.Overview, 1)
	for key, action := range map[string]view.Action{"q": view.End, "ctrl+c": view.End, "ctrl+z": view.Suspend, "p": view.Pause, "x": view.Nothing} {
		if got := press(key); got != action {
			t.Errorf("%s: action %d, want %d", key, got, action)
		}
	}
	if _, action := (view.Screen{Attached: true}).Key("p", 0); action != view.Nothing {
		t.Error("another process's campaign is paused")
	}
	if next, action := (view.Screen{}).Key("enter", 0); action != view.Nothing || next.Page != view.Overview {
		t.Error("there are no details of no finding")
	}
}

// The chosen finding stays chosen when others come.
func TestFollow(t *testing.T) {
	before, after := busy(), busy()
	after.Latest = append([]live.Finding{{At: 2000}, {At: 1999}}, after.Latest...)
	for _, tt := range []struct {
		s    view.Screen
		want int
	}{
		{view.Screen{}, 0}, {view.Screen{Chosen: 1}, 3}, {view.Screen{Page: view.Details}, 2}, {view.Screen{Chosen: 9}, 9},
	} {
		if got := tt.s.Follow(before, after); got.Chosen != tt.want {
			t.Errorf("%+v: finding %d, want %d", tt.s, got.Chosen, tt.want)
		}
	}
}

// Details stay those of their finding when so many others come that it is no longer among the latest, or another run begins.
func TestFollowGone(t *testing.T) {
	before, after := busy(), busy()
	after.Latest = []live.Finding{{At: 1, Class: "another class", Solver: "cvc5@1.4.2"}}
	s := view.Screen{Width: 80, Height: 24, Page: view.Details, Chosen: 1, Details: []string{"what it shows"}}.Follow(before, after)
	got := text(t, after, s.Follow(after, after))
	if !strings.Contains(got, "not among the latest") || !strings.Contains(got, "what it shows") || strings.Contains(got, "another class") {
		t.Error(got)
	}
	for _, key := range []string{"esc", "s", "e", "down"} {
		if back, _ := s.Key(key, len(after.Latest)); back.Page != view.Details && back.Chosen != 0 {
			t.Errorf("after %s, finding %d is chosen", key, back.Chosen)
		}
	}
}
