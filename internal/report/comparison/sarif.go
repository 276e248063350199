package comparison

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/report/figures"
)

// What GitHub takes of a file.
const (
	sarifResults = 25_000
	sarifBytes   = 10 << 20 // compressed
)

// longestPath is the longest path that a system opens. A longer name is no file.
const longestPath = 4096

// The objects of a SARIF 2.1.0 file.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Automation  sarifAutomation          `json:"automationDetails"`
		Invocations []sarifInvocation        `json:"invocations"`
		Bases       map[string]sarifArtifact `json:"originalUriBaseIds"`
		Results     []sarifResult            `json:"results"`
		Properties  map[string]any           `json:"properties"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]any    `json:"properties"`
	}
	sarifLocation struct {
		ID       *int           `json:"id,omitempty"`
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI         string        `json:"uri,omitempty"`
		Base        string        `json:"uriBaseId,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// root is the folder in which the command was run, which paths are relative to.
const root = "%SRCROOT%"

// SARIF writes regressions, what is unsure and what both sides show as results of a SARIF 2.1.0 file, the gravest first. It stays within what GitHub
// takes; what was cut is counted in a notification. Errors are those of w.
func SARIF(w io.Writer, in Input) error { return sarifWithin(w, New(in), sarifResults, sarifBytes) }

// sarifWithin is SARIF with at most a number of results, and of bytes once it is compressed.
func sarifWithin(w io.Writer, d *Digest, most, bytes int) error {
	all := slices.Concat(d.regressions, d.Changes(compare.Unsure), d.Changes(compare.Both))
	shown := all[:min(len(all), most)]
	rules, index := rulesOf(shown)
	results := make([]sarifResult, 0, len(shown))
	for _, p := range shown {
		results = append(results, d.sarifResult(p, index[ruleID(p.Change)]))
	}
	for {
		text, err := json.Marshal(d.sarif(rules, results, len(all)))
		if err != nil {
			return err
		}
		size := len(text)
		if size > bytes {
			size = compressed(text)
		}
		if size <= bytes || len(results) == 0 {
			_, err = w.Write(append(text, '\n'))
			return err
		}
		// A little fewer than the share that fits, so that one more try is nearly always enough.
		results = results[:int(float64(len(results))*0.95*float64(bytes)/float64(size))]
	}
}

// compressed is the size of text as an upload has it.
func compressed(text []byte) int {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return len(text)
	}
	if err := z.Close(); err != nil {
		return len(text)
	}
	return b.Len()
}

// sarif is a file of some results of all.
func (d *Digest) sarif(rules []sarifRule, results []sarifResult, of int) sarifLog {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "assay", Version: visible.Line(d.Version), URI: "https://github.com/assay-smt/assay", Rules: rules}},
		Automation: sarifAutomation{"assay-ci/"},
		Bases:      map[string]sarifArtifact{root: {Description: &sarifMessage{Text: "The folder in which assay ci was run."}}},
		Results:    results,
		Properties: map[string]any{"mutants": d.Mutants, "scripts": d.scripts, "seconds": d.Elapsed, "sides": d.sarifSides()},
	}
	invocation := sarifInvocation{Successful: true}
	notify := func(level, text string) {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{level, sarifMessage{Text: text}})
	}
	if n := of - len(results); n > 0 {
		notify("warning", figures.Number(int64(n), "result")+" of "+figures.Count(int64(of))+" left out, the least grave, since GitHub takes no larger file")
	}
	if same := d.SameProgram(d.Name); same != "" {
		notify("note", literal(same))
	}
	for _, l := range d.Undone() {
		notify("warning", literal(l))
	}
	run.Invocations = []sarifInvocation{invocation}
	return sarifLog{Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

func (d *Digest) sarifSides() []map[string]string {
	out := make([]map[string]string, len(d.Sides))
	for i := range d.Sides {
		s := &d.Sides[i]
		out[i] = map[string]string{
			"role": visible.Line(string(s.Role)), "name": clip(d.names[i], junitName),
			"solver": clip(visible.Line(s.Solver), junitName), "version": clip(visible.Line(s.Version), junitName),
		}
	}
	return out
}

// literal is text in which nothing is a link: [text](target).
func literal(text string) string { return strings.ReplaceAll(text, "](", "] (") }

func (d *Digest) sarifResult(p compare.Place, rule int) sarifResult {
	r := sarifResult{
		RuleID: ruleID(p.Change), RuleIndex: rule, Level: "note", Message: sarifMessage{Text: literal(d.whole(p))},
		Fingerprints: map[string]string{}, Properties: map[string]any{"standing": p.Standing, "kind": p.Kind, "source": p.Source},
	}
	switch p.Standing {
	case compare.Regression:
		r.Level = "warning"
		if slices.Contains(d.FailOn, p.Kind) {
			r.Level = "error"
		}
	case compare.Unsure:
		r.Level = "warning"
	}
	add := func(key string, value any, known bool) {
		if known {
			r.Properties[key] = value
		}
	}
	add("logic", clip(visible.Line(p.Logic), mostName), p.Logic != "")
	add("bytes", p.Bytes, p.Bytes > 0)
	add("suspect", true, p.Suspect)
	add("counts", p.Counts, len(p.Counts) > 0)
	if t := p.Timing; t != nil {
		add("ratio", t.Ratio, true)
		add("work", t.Work, t.Work.Ratio() > 0)
	}
	r.Locations, r.Related = d.locations(p)
	id := d.fingerprint(p)
	r.Fingerprints["assay/v1"] = id
	// GitHub looks at this one only. All locations are a file's first line.
	r.Fingerprints["primaryLocationLineHash"] = id + ":1"
	return r
}

// locations are the script, and the finding's folder as a further one. Mutants and the corpus have no file but the finding's, and where there is none,
// it is the records of the comparison.
func (d *Digest) locations(p compare.Place) (first, related []sarifLocation) {
	script, finding := "", ""
	if isFile(p.Record) {
		script = p.Name
	}
	switch {
	case p.Finding != "":
		finding = path.Join(d.Out, p.Finding, findings.BugFile)
	case p.Source == compare.FromCorpus && d.Corpus != "":
		finding = path.Join(d.Corpus, p.Name, findings.BugFile)
	}
	if len(finding) > longestPath {
		finding = ""
	}
	at := script
	if at == "" {
		at = finding
	}
	if at == "" {
		at = path.Join(d.Out, RecordsFile)
		if len(at) > longestPath {
			at = RecordsFile
		}
	}
	here := sarifLocation{Physical: physical(at)}
	if p.Name != "" && at != p.Name {
		here.Logical = []sarifLogical{{named(p.Name)}}
	}
	if script != "" && finding != "" {
		id := 1
		related = []sarifLocation{{ID: &id, Physical: physical(finding), Message: &sarifMessage{Text: "the finding"}}}
	}
	return []sarifLocation{here}, related
}

func physical(file string) sarifPhysical {
	a := sarifArtifact{URI: uri(file), Base: root}
	if path.IsAbs(file) {
		a.Base = ""
	}
	return sarifPhysical{a, &sarifRegion{1}}
}

// uri is the reference to a file: relative where the path is, and with all bytes that are not plain written in hexadecimals.
func uri(file string) string {
	file = path.Clean(file)
	parts := strings.Split(file, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	out := strings.Join(parts, "/")
	switch {
	case path.IsAbs(file):
		return "file://" + out
	case strings.Contains(parts[0], ":"): // that is no scheme
		return "./" + out
	}
	return out
}

// fingerprint is the same for the same change of the same script in another run, also with other versions of the solvers and in another folder.
func (d *Digest) fingerprint(p compare.Place) string {
	// The number of a side among those of its role tells candidates apart; names have versions in them.
	place := func(side int) string {
		n, solver := 0, ""
		for i := range d.Sides {
			if i == side {
				solver = d.Sides[i].Solver
				break
			}
			if side < len(d.Sides) && side >= 0 && d.Sides[i].Role == d.Sides[side].Role {
				n++
			}
		}
		return fmt.Sprintf("%s %d", solver, n)
	}
	parts := []string{string(p.Kind), string(p.Class), string(p.Source), p.Name, place(p.Candidate)}
	for _, b := range p.Against {
		parts = append(parts, place(b))
	}
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s\n", len(part), part)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
