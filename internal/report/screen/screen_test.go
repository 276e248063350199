package screen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/report/screen"
)

// healthy is a campaign of two solvers in which nothing is wrong.
func healthy() campaign.Summary {
	return campaign.Summary{
		Out: "out", Ended: campaign.EndDuration, Elapsed: 10 * time.Minute, Jobs: 2,
		Identity: campaign.Identity{Seed: 1, Solvers: []string{"z3 (5.4.1)", "cvc5 (1.4.2)"}},
		Stats: campaign.Stats{
			Mutants: 12_480, Seconds: 600, SolverSeconds: 880, OwnSeconds: 120, Seeds: 2201,
			Solvers: map[string]*campaign.SolverStats{
				"z3": {Version: "5.4.1", Calls: 14_002, Outcomes: map[outcome.Outcome]int64{
					outcome.Sat: 8000, outcome.Unsat: 5022, outcome.Unknown: 420, outcome.Timeout: 560,
				}},
				"cvc5": {Version: "1.4.2", Calls: 13_871, Outcomes: map[outcome.Outcome]int64{
					outcome.Sat: 7000, outcome.Unsat: 5206, outcome.Unknown: 832, outcome.Timeout: 555, outcome.Rejected: 277, outcome.Memory: 1,
				}},
			},
		},
	}
}

func brief(class oracle.Class, solver, version string, hits int64) findings.Brief {
	family, _, _ := strings.Cut(solver, " ")
	return findings.Brief{
		Dir: "out/findings/" + string(class) + "-" + family + "-QF_S-0123456789", Class: string(class), Solver: solver, Family: family, Version: version, Logic: "QF_S", Hits: hits,
	}
}

func knownAs(b findings.Brief, bug string) campaign.KnownFinding {
	return campaign.KnownFinding{Brief: b, Bug: bug, Status: known.Filed}
}

func refusals(n int64, reason string) []campaign.Refusal {
	return []campaign.Refusal{{Reason: reason, Count: n, Mutant: "m"}}
}

// The screens of the usual ends. With ASSAY_UPDATE=1 they are written anew.
func TestScreens(t *testing.T) {
	for name, change := range map[string]func(c *campaign.Summary){
		"nothing": func(*campaign.Summary) {},
		"searched": func(c *campaign.Summary) {
			c.Searches, c.Resumed, c.Elapsed, c.Stats.Idle = true, true, time.Minute, 480
			c.Stats.Solvers["yices2"] = &campaign.SolverStats{Version: "2.6.5"} // that had no script in its language
		},
		"findings": func(c *campaign.Summary) {
			suspect := brief(oracle.SolutionSoundness, "cvc5", "1.4.2", 3)
			suspect.Suspect = true
			c.Findings = []findings.Brief{brief(oracle.CrashClass, "z3", "5.4.1", 22), suspect, brief(oracle.InvalidModel, "cvc5 --cegqi-all", "1.4.2", 1), brief(oracle.RefutationSoundness, "z3", "5.4.1", 2)}
			c.Known = []campaign.KnownFinding{knownAs(brief(oracle.CrashClass, "z3", "5.4.1", 7), "z3-5.4.0-match-behind-reset"), knownAs(brief(oracle.CrashClass, "z3", "5.4.1", 1), "z3-5.4.0-match-behind-reset")}
			c.Apart = []findings.Brief{brief(oracle.IncompletenessImplication, "z3", "5.4.1", 1)}
		},
		"many": func(c *campaign.Summary) {
			for i := range 2500 {
				c.Findings = append(c.Findings, brief(oracle.Classes()[i%len(oracle.Classes())], "z3", "5.4.1", int64(i)))
			}
			for i := range 12 {
				spec := fmt.Sprintf("/opt/solvers/z3-%d/bin/z3 smt.arith.solver=%d", i, i)
				c.Stats.Solvers[spec] = &campaign.SolverStats{Version: fmt.Sprint("4.", i), Calls: 100, Outcomes: map[outcome.Outcome]int64{outcome.Sat: int64(100 - i), outcome.Crash: int64(i)}}
			}
			c.Stats.RejectedSeeds = 7
		},
		"builds": func(c *campaign.Summary) { // nothing tells them apart but the end of their names
			for spec, version := range map[string]string{"z3@5.4.1": "5.4.1", "z3@5.4.1+assertions": "5.4.1+assertions", "z3@5.4.1+sanitizers smt.arith.solver=2": "5.4.1+sanitizers"} {
				c.Stats.Solvers[spec] = &campaign.SolverStats{Version: version, Calls: 1_234_567, Outcomes: map[outcome.Outcome]int64{
					outcome.Sat: 1_234_000, outcome.Unknown: 300, outcome.Timeout: 200, outcome.Rejected: 60, outcome.Crash: 7,
				}}
			}
		},
		"known": func(c *campaign.Summary) {
			c.Known = []campaign.KnownFinding{knownAs(brief(oracle.CrashClass, "z3", "5.4.1", 7), "z3-5.4.0-match-behind-reset"), knownAs(brief(oracle.InvalidModel, "cvc5", "1.4.2", 1), "invalid-model-cvc5-0a1b2c")}
		},
		"triaged": func(c *campaign.Summary) {
			c.Findings = []findings.Brief{brief(oracle.RefutationSoundness, "z3", "5.4.1", 2), brief(oracle.CrashClass, "z3", "5.4.1", 22)}
		},
		"refusing": func(c *campaign.Summary) {
			v := c.Stats.Solvers["cvc5"]
			v.Outcomes[outcome.Rejected], v.Outcomes[outcome.Sat] = 2277, 5000
			v.Reasons = map[outcome.Outcome][]campaign.Refusal{outcome.Rejected: refusals(2000, `input rejected: Parse Error: FILE:N.N: unknown logic "HO_LIA" and a lot more that does not fit into the line`)}
		},
		"slow": func(c *campaign.Summary) {
			c.Stats.Solvers["ostrich"] = &campaign.SolverStats{Version: "2.1", Calls: 1, Outcomes: map[outcome.Outcome]int64{outcome.Unsat: 1}, TooSlow: 232, OverBudget: 19, NotItsTurn: 20}
		},
		"useless": func(c *campaign.Summary) {
			c.Ended = campaign.EndInterrupted
			c.Warnings = []campaign.Warning{{Solver: "cvc5 (1.4.2)", Useless: 13_871, Runs: 13_871, Reasons: refusals(13_871, "nothing: no license")}}
			c.Stats.Solvers["cvc5"].Outcomes = map[outcome.Outcome]int64{outcome.Nothing: 13_871}
		},
		"seeds": func(c *campaign.Summary) {
			c.Stats.RejectedSeeds = 31
			c.Stats.Rejections = []campaign.Skip{{Path: "seeds/a.smt2", Reason: `seeds/a.smt2:12:8: unknown operator "bvfoo"`}}
			c.Skipped = []campaign.Skip{{Path: "seeds/b.smt2", Reason: campaign.SameText + "seeds/a.smt2"}, {Path: "seeds/x.tar!l", Reason: "a link in an archive", Minor: true}, {Path: "seeds/c.smt2.bz2", Reason: "packed as Assay does not read it: unpack it, or use .gz, .xz, .zst or .tar"}}
			c.SkippedFiles = 2
		},
		"faults": func(c *campaign.Summary) {
			c.Ended = campaign.EndError
			c.Stats.Faults, c.Stats.FaultTexts = 3, []string{"storm: panic: no good\ngoroutine 1"}
			c.Notes = []string{"out/campaign.json was damaged and is now in out/damaged/campaign.json: unexpected end", "two"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			sum := healthy()
			change(&sum)
			c := figures.Of(sum)
			c.Repeatable = true
			if name == "triaged" {
				triaged(c)
			}
			disk := screen.Disk{}
			if name == "faults" {
				disk = screen.Disk{Free: 300 << 20, Size: 100 << 30}
			}
			got := screen.Write(c, disk)
			bounded(t, got)
			file := filepath.Join("testdata", name+".txt")
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

// triaged enters what triage made of a campaign before its last finding.
func triaged(c *figures.Campaign) {
	c.Clusters = []review.Cluster{
		{Name: "refutation-soundness-z3-0a1b2c", Class: oracle.RefutationSoundness, Solver: "z3", Versions: []string{"5.4.1"}, Bytes: 76, Count: 1, Hits: 2,
			Members: []string{filepath.Base(c.Findings[0].Dir)}, Needs: []string{"default configuration"}},
		{Name: "crash-z3-0a1b2c", Class: oracle.CrashClass, Solver: "z3", Versions: []string{"4.16.0", "5.4.1"}, Bytes: 1054, Count: 12, Hits: 22, Needs: []string{"a tactic"},
			Known: &review.KnownBug{Bug: "z3-5.4.0-match-behind-reset"}},
	}
}

// bounded makes sure that a screen is one.
func bounded(t interface{ Fatalf(string, ...any) }, got string) {
	if !strings.HasSuffix(got, "\n") {
		t.Fatalf("no line end in %q", got)
	}
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) > screen.Lines {
		t.Fatalf("%d lines:\n%s", len(lines), got)
	}
	for _, l := range lines {
		if n := figures.Columns(l); n > screen.Columns || len(l) > 0 && l[len(l)-1] == ' ' {
			t.Fatalf("%d columns: %q", n, l)
		}
		for _, r := range l {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%U in %q", r, l)
			}
		}
	}
	for _, section := range []string{"FOUND ", "HEALTH ", "NEXT "} {
		n := 0
		for _, l := range lines {
			if strings.HasPrefix(l, section) {
				n++
			}
		}
		if n != 1 {
			t.Fatalf("%s comes %d times in\n%s", section, n, got)
		}
	}
}

// Where there is no room for everything, the folders stay whole, to be pasted, and solvers keep their versions. What is needed comes from the findings.
func TestFoundHasWholeFolders(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	c := healthy()
	c.Out = out
	var names []string
	for i, logic := range []string{"QF_BV", "QF_SLIA", "AUFDTLIRA"} {
		f := findings.Finding{
			Format: findings.Format, Class: oracle.InvalidInterpolant, Solver: "cvc5", Family: "cvc5", Version: "1.4.2", Logic: logic, Signature: fmt.Sprint("invalid-interpolant/", i),
			Evidence: findings.Evidence{Kind: oracle.EvidenceModel}, Repeated: findings.Repetition{Runs: 1, Shown: 1},
		}
		dir := filepath.Join(out, findings.Folder, f.FolderName())
		record, err := findings.JSON(f)
		if err == nil {
			err = os.MkdirAll(dir, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, findings.RecordFile), record, 0o644)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, findings.BugFile), []byte(strings.Repeat("x", 3796)), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, f.FolderName())
		c.Findings = append(c.Findings, findings.Brief{Dir: dir, Class: string(f.Class), Solver: "cvc5", Family: "cvc5", Version: "1.4.2", Logic: logic, Hits: 1})
	}
	got := screen.Write(figures.Of(c), screen.Disk{})
	for _, name := range names {
		if !strings.Contains(got, "  cvc5@1.4.2  ") || !strings.Contains(got, "  "+name+"\n") {
			t.Errorf("%s is cut, or the version is, in\n%s", name, got)
		}
	}
	if !strings.Contains(got, "folders are below ") || !strings.Contains(got, string(filepath.Separator)+findings.Folder+"\n") {
		t.Errorf("nothing says where the folders are:\n%s", got)
	}
	c.Out += string(filepath.Separator)
	if slashed := screen.Write(figures.Of(c), screen.Disk{}); slashed != got {
		t.Errorf("another screen for the folder with a slash behind it:\n%s", slashed)
	}
}

// TestScreenIsBounded: whatever the figures and names are, the end of a campaign is one screen, and what needs a person is on it.
func TestScreenIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := hostile(t)
		big := rapid.Int64Range(0, 1<<40)
		got := screen.Write(c, screen.Disk{Free: big.Draw(t, "free"), Size: big.Draw(t, "size")})
		bounded(t, got)
		if (c.Stats.Faults > 0 || c.Stats.RejectedSeeds > 0 || len(c.Notes) > 0) && !strings.Contains(got, "\nATTENTION") {
			t.Fatalf("nothing needs a person in\n%s", got)
		}
		// No topic fails on such figures either.
		var b strings.Builder
		if err := figures.WriteText(&b, figures.Topics(), c); err != nil {
			t.Fatal(err)
		}
	})
}

// hostile draws a campaign with many solvers, long and odd names, and thousands of findings.
func hostile(t *rapid.T) *figures.Campaign {
	name := rapid.OneOf(
		rapid.SampledFrom([]string{"z3", "cvc5 --strings-exp", "/a/b/z3", "/c/d/z3", strings.Repeat("x", 300), "漢字漢字", "\x1b[2J\r", "a\u202eb", "", "\xff"}),
		rapid.StringN(0, 60, 200))
	count := rapid.OneOf(rapid.Int64Range(0, 20), rapid.Int64Range(0, 1<<62))
	reasons := func(label string) []campaign.Refusal {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) campaign.Refusal {
			return campaign.Refusal{Reason: name.Draw(t, "reason"), Count: rapid.Int64Range(0, 1<<40).Draw(t, "count"), Mutant: name.Draw(t, "mutant")}
		}), 0, 4).Draw(t, label)
	}
	s := campaign.Summary{
		Out: name.Draw(t, "out"), Ended: rapid.SampledFrom([]campaign.EndReason{"", campaign.EndMutants, campaign.EndDuration, campaign.EndInterrupted, campaign.EndError}).Draw(t, "ended"),
		Resumed: rapid.Bool().Draw(t, "resumed"), Searches: rapid.Bool().Draw(t, "searches"), Jobs: rapid.IntRange(0, 1000).Draw(t, "jobs"),
		Identity: campaign.Identity{Seed: rapid.Uint64().Draw(t, "seed")},
	}
	s.Stats = campaign.Stats{
		Mutants: count.Draw(t, "mutants"), Idle: rapid.Int64Range(0, 10).Draw(t, "idle"), Seconds: rapid.Float64Range(0, 1e9).Draw(t, "seconds"), SolverSeconds: rapid.Float64Range(0, 1e12).Draw(t, "cpu"),
		Seeds: rapid.IntRange(0, 1<<40).Draw(t, "seeds"), RejectedSeeds: rapid.Int64Range(0, 3).Draw(t, "rejected"), Faults: rapid.Int64Range(0, 3).Draw(t, "faults"),
		Solvers: make(map[string]*campaign.SolverStats), Limits: map[string]int64{"odd": 3},
	}
	if s.Stats.Faults > 0 {
		s.Stats.FaultTexts = []string{name.Draw(t, "fault")}
	}
	for range rapid.IntRange(0, 60).Draw(t, "solvers") {
		v := &campaign.SolverStats{Version: name.Draw(t, "version"), SeedToo: rapid.Int64Range(0, 100).Draw(t, "seed too"), Outcomes: make(map[outcome.Outcome]int64), Reasons: make(map[outcome.Outcome][]campaign.Refusal)}
		for _, o := range outcome.All() {
			if rapid.Bool().Draw(t, "some") {
				n := rapid.Int64Range(0, 1<<50).Draw(t, "runs")
				v.Outcomes[o], v.Calls, v.Reasons[o] = n, v.Calls+n, reasons("reasons")
			}
		}
		spec := name.Draw(t, "spec")
		s.Stats.Solvers[spec] = v
		if rapid.Bool().Draw(t, "useless") {
			s.Warnings = append(s.Warnings, campaign.Warning{Solver: spec, Useless: v.Calls, Runs: v.Calls, Reasons: reasons("why")})
		}
	}
	s.Notes = rapid.SliceOfN(name, 0, 9).Draw(t, "notes")
	for range rapid.IntRange(0, 9).Draw(t, "skipped") {
		s.Skipped = append(s.Skipped, campaign.Skip{Path: name.Draw(t, "path"), Reason: name.Draw(t, "reason")})
	}
	one := func() findings.Brief {
		return findings.Brief{Dir: name.Draw(t, "dir"), Class: rapid.OneOf(rapid.SampledFrom([]string{"crash", "harness", "refutation-soundness"}), name).Draw(t, "class"), Solver: name.Draw(t, "solver"), Version: name.Draw(t, "version"), Hits: count.Draw(t, "hits") / 4096}
	}
	sample := []findings.Brief{one(), one(), one()}
	for range rapid.SampledFrom([]int{0, 1, 5, 6, 7, 3000}).Draw(t, "findings") {
		s.Findings = append(s.Findings, sample[len(s.Findings)%len(sample)])
	}
	for i := range rapid.SampledFrom([]int{0, 1, 5, 3000}).Draw(t, "known") {
		s.Known = append(s.Known, knownAs(sample[i%3], fmt.Sprint(name.Draw(t, "bug")[:0], i%9)))
	}
	s.Apart = sample[:rapid.IntRange(0, 3).Draw(t, "apart")]
	out := s.Out
	s.Out = "" // nothing is read
	c := figures.Of(s)
	c.Out = out
	for range rapid.SampledFrom([]int{0, 1, 2, 40}).Draw(t, "clusters") {
		b := review.Cluster{Name: name.Draw(t, "cluster"), Class: oracle.Class(name.Draw(t, "class")), Solver: name.Draw(t, "solver"), Versions: rapid.SliceOfN(name, 0, 5).Draw(t, "versions"),
			Bytes: rapid.IntRange(0, 1<<40).Draw(t, "bytes"), Count: rapid.IntRange(0, 1<<40).Draw(t, "count"), Words: name.Draw(t, "words")}
		if rapid.Bool().Draw(t, "known") {
			b.Known = &review.KnownBug{Bug: name.Draw(t, "bug")}
		}
		c.Clusters = append(c.Clusters, b)
	}
	c.Repeatable, c.PerSeed = rapid.Bool().Draw(t, "repeatable"), rapid.Bool().Draw(t, "per seed")
	return c
}
