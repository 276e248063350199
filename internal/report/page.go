package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/outcome"
	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/report/comparison"
	"github.com/assay-smt/assay/internal/report/dossier"
)

const (
	// maxListed is how many findings, logics and messages a page lists; the files have all.
	maxListed = 1000
	// topRules is how many rules are named beside their bars.
	topRules = 20
	// colours is how many outcomes the style distinguishes.
	colours = 12
	// maxWords bounds the characters of a text from others.
	maxWords = 400
)

//go:embed assets
var assets embed.FS

var page = template.Must(template.New("page.tmpl").Funcs(template.FuncMap{
	"count": count, "decimal": decimal, "percent": percent, "duration": duration, "took": comparison.Seconds, "plural": plural, "clip": clip, "seen": visible.Text,
	"ruleWords": ruleWords, "int64": func(n int) int64 { return int64(n) }, "difference": difference,
	"markup": func(safe string) template.HTML { return template.HTML(safe) }, //nolint:gosec // dossier.HTML escapes every text
	"slug":   func(s string) string { return strings.ReplaceAll(s, " ", "-") },
	"last":   func(all []dossier.Version) *dossier.Version { return &all[len(all)-1] }, "anchor": Anchor,
}).ParseFS(assets, "assets/*.tmpl"))

// Page returns the report as an HTML file that needs no other file, no script and no network. toCampaign is the path from the
// folder of the page to that of the campaign, with slashes, "" where it is the same; links to findings start with it.
// Everything that others wrote (solvers' output, names of files) is escaped.
func Page(d *Data, toCampaign string) ([]byte, error) {
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, view{Data: d, Style: template.CSS(style), toCampaign: toCampaign}); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return b.Bytes(), nil
}

// A view is the data with the methods that the template uses.
type view struct {
	*Data
	Style      template.CSS
	toCampaign string
}

// Link is the path of a finding's folder from the page.
func (v view) Link(f Finding) string {
	u := url.URL{Path: path.Join(v.toCampaign, f.Folder) + "/"}
	return u.String()
}

// ShownLogics are the logics that are listed.
func (v view) ShownLogics() []Logic { return v.Logics[:min(len(v.Logics), maxListed)] }

// SeedCount and ChainLength are numbers of the configuration.
func (v view) SeedCount() int64   { return int64(v.Config.Seeds) }
func (v view) ChainLength() int64 { return int64(v.Config.Chain) }

// EndWords says how the campaign ended.
func (v view) EndWords() string {
	if v.Ended == "" {
		return "Not ended: " + v.Ended.Summary()
	}
	return "Ended: " + v.Ended.Summary()
}

// A kind is an outcome with the place of its colour in the style.
type kind struct {
	Outcome outcome.Outcome
	Index   int
}

// Kinds are the outcomes that occurred.
func (v view) Kinds() []kind {
	var out []kind
	for i, o := range outcome.All() {
		if slices.ContainsFunc(v.Solvers, func(s Solver) bool { return s.Count(o) > 0 }) {
			out = append(out, kind{o, i % colours})
		}
	}
	return out
}

// Stack is one bar of a solver's outcomes: the parts stand side by side and fill 100 units.
func (v view) Stack(s Solver) []mark {
	var all, before int64
	for _, c := range s.Outcomes {
		all += c.Count
	}
	var out []mark
	for _, k := range v.Kinds() {
		n := s.Count(k.Outcome)
		out = append(out, mark{
			X: round(100 * share(before, all)), Width: round(100 * share(n, all)),
			Words: fmt.Sprintf("%s: %s of %s", k.Outcome, percent(share(n, all)), plural(all, "call")),
		})
		before += n
	}
	return out
}

// EngineNames are the headings of the table of logics.
func (v view) EngineNames() []string {
	var out []string
	for _, e := range v.Engines {
		out = append(out, e.Name)
	}
	return out
}

// Ruled are the engines that say which rules they make mutants with.
func (v view) Ruled() []ruled {
	var out []ruled
	for i := range v.Engines {
		e := &v.Engines[i]
		if len(e.Rules) == 0 {
			continue
		}
		out = append(out, ruled{
			Engine:      e,
			ID:          fmt.Sprintf("rules%d", i),
			StepsChart:  applicableChart(fmt.Sprintf("steps%d", i), e),
			SharesChart: sharesChart(fmt.Sprintf("shares%d", i), e),
		})
	}
	return out
}

// ruled is an engine with its pictures; a picture that has nothing to show is nil.
type ruled struct {
	*Engine
	ID                      string
	StepsChart, SharesChart *chart
}

// A ruleBar is a rule beside the others.
type ruleBar struct {
	campaign.RuleShare
	Length float64 // from 0 to 100
}

// Top are the most frequent rules, each with a bar; the longest bar has the full width.
func (r ruled) Top() []ruleBar {
	var out []ruleBar
	for _, s := range r.Rules[:min(len(r.Rules), topRules)] {
		b := ruleBar{RuleShare: s}
		if longest := r.Rules[0].Share; longest > 0 {
			b.Length = round(min(100*s.Share/longest, 100))
		}
		out = append(out, b)
	}
	return out
}

// clip shortens a text from others, and shows what is hidden in it: a solver's message could turn the order of reading around.
func clip(text string) string {
	text = visible.Text(text)
	n := 0
	for i := range text {
		if n == maxWords {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
