package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
)

// ErrNoCampaign says that a folder has nothing of a campaign.
var ErrNoCampaign = errors.New("there is no campaign in this folder")

// maxNotes is how many findings that cannot be read are named.
const maxNotes = 20

// Load reads the folder of a campaign, which may be running. The error wraps ErrNoCampaign, or says what is wrong with
// its database. Findings that cannot be read are left out and named in Notes.
func Load(dir string) (*Data, error) {
	state, err := loadState(dir)
	if err != nil {
		return nil, err
	}
	d := &Data{Campaign: folderName(dir), Ended: state.Ended, Config: state.Config}
	d.count(&state.Stats)
	d.addSolvers(&state.Stats)
	d.addEngines(&state.Stats)
	d.addLogics(&state.Stats)
	d.addFindings(dir)
	return d, nil
}

func loadState(dir string) (campaign.State, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return campaign.State{}, err
	}
	state, err := campaign.LoadState(dir)
	if !errors.Is(err, os.ErrNotExist) && (err == nil || info.IsDir()) {
		return state, err
	}
	if _, err := os.Stat(filepath.Join(dir, findings.Folder)); err == nil {
		return state, fmt.Errorf("%s is missing, though there are findings", filepath.Join(dir, campaign.DatabaseFile))
	}
	return state, fmt.Errorf("%s: %w", dir, ErrNoCampaign)
}

// folderName is the last part of a folder's path, even for ".".
func folderName(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

func (d *Data) count(s *campaign.Stats) {
	d.Mutants, d.Idle, d.Calls, d.Extra, d.Excused = s.Mutants, s.Idle, s.Calls, s.Extra, s.Excused
	d.Seconds, d.SolverShare, d.Models = s.Seconds, s.SolverShare(), s.Models
	d.RejectedSeeds, d.Rejections, d.Faults, d.FaultTexts = s.RejectedSeeds, s.Rejections, s.Faults, s.FaultTexts
}

// sorted returns the entries of a map in the order of their names, without those that are null in a damaged file.
func sorted[V any](m map[string]*V) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(name string) bool { return m[name] == nil })
}

func (d *Data) addSolvers(s *campaign.Stats) {
	for _, name := range sorted(s.Solvers) {
		v := s.Solvers[name]
		out := Solver{
			Name: name, Version: v.Version, Calls: v.Calls, Seconds: v.Seconds, NotAsked: v.NotAsked + v.NotItsTurn + v.SeedToo + v.TooSlow + v.GaveUp + v.OverBudget + v.Repeats,
			UnknownStats: v.UnknownStats, Configurations: v.Configurations,
		}
		for _, o := range outcome.All() {
			if n := v.Outcomes[o]; n > 0 {
				out.Outcomes = append(out.Outcomes, OutcomeCount{Outcome: o, Count: n})
			}
		}
		d.Solvers = append(d.Solvers, out)
	}
}

func (d *Data) addEngines(s *campaign.Stats) {
	for _, name := range sorted(s.Engines) {
		v := s.Engines[name]
		out := Engine{
			Name: name, Mutants: v.Mutants, Repeats: v.Repeats, Again: v.Again, Rules: v.Shares(), MeanApplicable: v.MeanApplicable(),
			Unique: v.Unique.Share(), UniqueKnown: v.Unique.Seen > 0,
		}
		for _, c := range v.Coverage {
			if c != nil {
				out.Seeds, out.Used = out.Seeds+c.Seeds, out.Used+c.Used
			}
		}
		for _, solver := range sorted(v.Acceptance) {
			a := v.Acceptance[solver]
			accepted := Acceptance{Solver: solver, Calls: a.Calls, Rejected: a.Rejected}
			for _, r := range a.Reasons {
				accepted.Reasons = append(accepted.Reasons, Reason{Text: r.Reason, Count: r.Count})
			}
			out.Acceptance = append(out.Acceptance, accepted)
			mostFirst(accepted.Reasons)
		}
		for _, reason := range slices.Sorted(maps.Keys(v.NotApplicable)) {
			out.NotApplicable = append(out.NotApplicable, Reason{Text: reason, Count: v.NotApplicable[reason]})
		}
		mostFirst(out.NotApplicable)
		for i, a := range v.Applicable {
			if a.Mutants > 0 {
				out.Applicable = append(out.Applicable, StepMean{Step: i + 1, Mutants: a.Mutants, Mean: max(a.Mean(), 0)})
			}
		}
		d.Engines = append(d.Engines, out)
	}
}

func mostFirst(reasons []Reason) {
	slices.SortStableFunc(reasons, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
}

func (d *Data) addLogics(s *campaign.Stats) {
	names := make(map[string]bool)
	for _, name := range sorted(s.Logics) {
		names[name] = true
	}
	for _, e := range d.Engines {
		for _, name := range sorted(s.Engines[e.Name].Coverage) {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		out := Logic{Name: name}
		if v := s.Logics[name]; v != nil {
			out.Mutants = v.Mutants
		}
		for _, e := range d.Engines {
			var c campaign.Coverage
			if v := s.Engines[e.Name].Coverage[name]; v != nil {
				c = *v
			}
			out.Coverage = append(out.Coverage, c)
		}
		d.Logics = append(d.Logics, out)
	}
}

func (d *Data) addFindings(dir string) {
	all, err := findings.LoadRecords(filepath.Join(dir, findings.Folder))
	for i, e := range each(err) {
		if i == maxNotes {
			d.Notes = append(d.Notes, "there are more findings that cannot be read")
			break
		}
		// Where the folder lies concerns only its owner.
		d.Notes = append(d.Notes, "left out: "+strings.ReplaceAll(e.Error(), filepath.Clean(dir)+string(filepath.Separator), ""))
	}
	weights := make(map[string]findings.Weight, len(all))
	for i := range all {
		f := &all[i]
		weight := f.WeightHere()
		d.Findings = append(d.Findings, Finding{
			Folder: path.Join(findings.Folder, filepath.Base(f.Dir)), Class: f.Class, Solver: f.Solver, Logic: f.Logic,
			Summary: f.Evidence.Summary, Hits: f.Hits, Suspect: f.Suspect, Flaky: f.Flaky(), Open: f.Open,
			Severity: weight.Severity, Needs: weight.Needs.String(),
		})
		weights[d.Findings[i].Folder] = weight
	}
	slices.SortStableFunc(d.Findings, func(a, b Finding) int {
		return cmp.Or(weights[a.Folder].Compare(weights[b.Folder]), cmp.Compare(b.Hits, a.Hits))
	})
}

// each takes joined errors apart.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err != nil {
		return []error{err}
	}
	return nil
}
