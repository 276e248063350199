package comparison_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/comparison"
)

// sarifSchema is the schema of SARIF 2.1.0 (testdata/README.md).
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := os.Open("testdata/sarif-schema-2.1.0-rtm.5.json")
	if err != nil {
		return nil, err
	}
	defer text.Close()
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

// A sarif is what tests look at.
type sarif struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID   string
					Help struct{ Text string }
				}
			}
		}
		Invocations []struct {
			Notifications []struct{ Message struct{ Text string } } `json:"toolExecutionNotifications"`
		}
		Results []struct {
			RuleID       string
			RuleIndex    int
			Level        string
			Message      struct{ Text string }
			Locations    []location
			Related      []location        `json:"relatedLocations"`
			Fingerprints map[string]string `json:"partialFingerprints"`
		}
	}
}

type location struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
	}
}

// read validates a file and reads it.
func read(text string) (sarif, error) {
	var out sarif
	schema, err := sarifSchema()
	if err != nil {
		return out, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return out, err
	}
	if err := schema.Validate(doc); err != nil {
		return out, err
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return out, err
	}
	for i, r := range out.Runs[0].Results {
		if rules := out.Runs[0].Tool.Driver.Rules; r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID || rules[r.RuleIndex].Help.Text == "" {
			return out, fmt.Errorf("result %d has the rule %s and the index %d", i, r.RuleID, r.RuleIndex)
		}
		for _, l := range append(r.Locations, r.Related...) {
			at := l.PhysicalLocation.ArtifactLocation
			u, err := url.Parse(at.URI)
			if err != nil {
				return out, err
			}
			if at.URI == "" || u.IsAbs() != (at.URIBaseID == "") || u.Fragment != "" || u.RawQuery != "" || u.Host != "" || u.IsAbs() && u.Scheme != "file" {
				return out, fmt.Errorf("result %d is at %q", i, at.URI)
			}
		}
	}
	return out, nil
}

func TestSARIF(t *testing.T) {
	for _, name := range []string{"usual", "uncounted", "same", "nothing", "hostile"} {
		text := written(t, comparison.SARIF, inputs()[name])
		if _, err := read(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(text), "", " "); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".sarif", b.String())
	}
}

// The schema finds mistakes.
func TestSARIFCheck(t *testing.T) {
	good := written(t, comparison.SARIF, usual())
	for from, to := range map[string]string{`"level":"error"`: `"level":"bad"`, `"ruleIndex":0`: `"ruleIndex":"0"`, `"results":`: `"result":`, `"uri":"`: `"uri":"%zz`} {
		bad := strings.Replace(good, from, to, 1)
		if bad == good {
			t.Errorf("there is no %s", from)
		}
		if _, err := read(bad); err == nil {
			t.Errorf("%s instead of %s is valid", to, from)
		}
	}
}

func TestSARIFHostile(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, in comparison.Input) {
		var b strings.Builder
		if err := comparison.SARIF(&b, in); err != nil {
			t.Fatalf("%v", err)
		}
		out, err := read(b.String())
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, r := range out.Runs[0].Results {
			if strings.Contains(r.Message.Text, "](") {
				t.Fatalf("a link in %q", r.Message.Text)
			}
		}
	}
	check(t, many())
	for _, word := range words() {
		check(t, hostile(word))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, hostile(hostileText().Draw(t, "word"))) })
}

// Files are relative to the folder of the command, as they are named; each byte of a name comes back.
func TestSARIFLocations(t *testing.T) {
	for name, want := range map[string]string{
		"seeds/a.smt2": "seeds/a.smt2", "./a b%.smt2": "a%20b%25.smt2", "c:x.smt2": "./c:x.smt2", "/abs/\xff?#": "file:///abs/%FF%3F%23", "a\nb": "a%0Ab", "../up.smt2": "../up.smt2",
		strings.Repeat("x", 5000): "ci-out/results.jsonl", "": "ci-out/results.jsonl", "builtin:QF_BV/a.smt2": "ci-out/results.jsonl",
	} {
		c := change(compare.Lost, compare.Regression, "", "lost")
		in := comparison.Input{Report: &compare.Report{Sides: sides(), Records: []compare.Record{script(name, "QF_BV", 1, 1, c)}}, Out: "ci-out"}
		out, err := read(written(t, comparison.SARIF, in))
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != want {
			t.Errorf("%.40q is at %q, want %q", name, got, want)
		}
	}
}

// Results of the same change have the same fingerprint in another run, whatever its folder and the versions are, and others another.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(in comparison.Input) (all []string) {
		out, err := read(written(t, comparison.SARIF, in))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range out.Runs[0].Results {
			all = append(all, r.Fingerprints["assay/v1"])
		}
		return all
	}
	first := prints(usual())
	seen := map[string]bool{}
	for _, p := range first {
		if seen[p] || len(p) != 32 {
			t.Errorf("the fingerprint %q", p)
		}
		seen[p] = true
	}
	later := usual()
	later.Out, later.Version = "elsewhere", "9"
	later.Sides[1].Name, later.Sides[1].Version, later.Sides[0].Version = "/home/me/z3", "6.0", "5.4.1"
	for i, p := range prints(later) {
		if p != first[i] {
			t.Errorf("result %d has another fingerprint", i)
		}
	}
}
