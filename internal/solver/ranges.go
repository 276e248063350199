package solver

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/assay-smt/assay/smt/theory"
)

// A VersionRange is what a profile says about some versions beyond what it says about all. Its fields correspond to the
// keys of a [[versions]] table.
type VersionRange struct {
	// From is the first version of the range, Below the first one after it; empty means that there is no such end. An unknown
	// version is in no range.
	From  string `toml:"from"`
	Below string `toml:"below"`

	// These replace the profile's when they are set.
	Dialect      string   `toml:"dialect"`
	Logics       []string `toml:"logics"`
	ExceptLogics []string `toml:"except_logics"`
	MaxChecks    *int     `toml:"max_checks"`
	Call         Call     `toml:"call"`
	// Living replaces the profile's as a whole; an empty table says that these versions have no reused processes.
	Living *Living  `toml:"session"`
	Show   Evidence `toml:"evidence"`
	// Stats: its noise is added to the profile's.
	Stats Statistic `toml:"statistics"`
	// These are tried before the profile's.
	Answers AnswerWords `toml:"answers"`
	Status  Statuses    `toml:"status"`
	Text    Texts       `toml:"text"`
	Crash   []CrashText `toml:"crash"`
}

func (r *VersionRange) has(version string) bool {
	return isVersion(version) && (r.From == "" || theory.CompareVersions(version, r.From) >= 0) && (r.Below == "" || theory.CompareVersions(version, r.Below) < 0)
}

// isVersion reports whether a text begins like a version that can be compared with others.
func isVersion(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// variants are the variants of a profile for versions in different ranges, each made once: profiles are compared by address.
type variants struct {
	mu   sync.Mutex
	made map[string]*Profile // by the ranges that apply
}

// ForVersion returns the profile for one version. It is the same one for all versions in the same ranges.
func (p *Profile) ForVersion(version string) *Profile {
	var apply []*VersionRange
	var key strings.Builder
	for i := range p.Versions {
		if p.Versions[i].has(version) {
			apply = append(apply, &p.Versions[i])
			key.WriteString(strconv.Itoa(i) + " ")
		}
	}
	if len(apply) == 0 || p.variants == nil {
		return p
	}
	p.variants.mu.Lock()
	defer p.variants.mu.Unlock()
	if known := p.variants.made[key.String()]; known != nil {
		return known
	}
	out := *p
	for _, r := range apply {
		out.differ(r)
	}
	if p.variants.made == nil {
		p.variants.made = make(map[string]*Profile)
	}
	p.variants.made[key.String()] = &out
	return &out
}

// differ applies what is different in a range of versions.
func (p *Profile) differ(r *VersionRange) {
	p.Dialect = cmp.Or(r.Dialect, p.Dialect)
	if r.Logics != nil {
		p.Logics = r.Logics
	}
	if r.ExceptLogics != nil {
		p.ExceptLogics = r.ExceptLogics
	}
	if r.MaxChecks != nil {
		p.MaxChecks = *r.MaxChecks
	}
	p.Call.replace(r.Call)
	if r.Living != nil {
		p.Living = *r.Living
	}
	p.Show.Model = cmp.Or(r.Show.Model, p.Show.Model)
	p.Show.Core = cmp.Or(r.Show.Core, p.Show.Core)
	p.Show.Proof = cmp.Or(r.Show.Proof, p.Show.Proof)
	if r.Show.ProofOptions != nil {
		p.Show.ProofOptions = r.Show.ProofOptions
	}
	p.Show.ProofDetail = cmp.Or(r.Show.ProofDetail, p.Show.ProofDetail)
	if r.Show.ProofSettings != nil {
		p.Show.ProofSettings = r.Show.ProofSettings
	}
	p.Show.Escapes = cmp.Or(r.Show.Escapes, p.Show.Escapes)
	p.Show.Further.replace(r.Show.Further)
	p.Stats.differ(r.Stats)
	p.Answers = AnswerWords{
		Sat:     slices.Concat(r.Answers.Sat, p.Answers.Sat),
		Unsat:   slices.Concat(r.Answers.Unsat, p.Answers.Unsat),
		Unknown: slices.Concat(r.Answers.Unknown, p.Answers.Unknown),
	}
	status, text := r.Status, r.Text
	status.extend(p.Status)
	text.extend(p.Text)
	p.Status, p.Text = status, text
	p.Crash = slices.Concat(r.Crash, p.Crash)
}

// replace replaces c's lists by those that are set.
func (c *Call) replace(by Call) {
	for _, f := range []struct {
		own *[]string
		by  []string
	}{
		{&c.Args, by.Args}, {&c.SelfCheck, by.SelfCheck}, {&c.Models, by.Models}, {&c.Assignments, by.Assignments}, {&c.Incremental, by.Incremental}, {&c.Strings, by.Strings},
		{&c.Floats, by.Floats}, {&c.CheckTimeout, by.CheckTimeout}, {&c.Memory, by.Memory},
	} {
		if f.by != nil {
			*f.own = f.by
		}
	}
}
