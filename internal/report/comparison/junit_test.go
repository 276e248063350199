package comparison_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/compare"
	"github.com/assay-smt/assay/internal/report/comparison"
)

func TestJUnit(t *testing.T) {
	for _, name := range []string{"usual", "same", "nothing", "hostile"} {
		text := written(t, comparison.JUnit, inputs()[name])
		if err := junitValid(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		golden(t, name+".junit.xml", text)
	}
}

// The published schema itself, where there is a program that validates with it. It accepts what the package writes and refuses a small change.
func TestJUnitSchema(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed (package libxml2-utils)")
	}
	validate := func(text string) error {
		cmd := exec.CommandContext(t.Context(), xmllint, "--noout", "--nonet", "--schema", "testdata/junit-10.xsd", "-")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	for name, in := range inputs() {
		if err := validate(written(t, comparison.JUnit, in)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	text := written(t, comparison.JUnit, inputs()["usual"])
	if broken := strings.Replace(text, "<testsuite ", `<testsuite colour="red" `, 1); broken == text || validate(broken) == nil {
		t.Error("an attribute that the schema does not know passed")
	}
}

// An element says what junit-10.xsd, the schema of Jenkins' xUnit plugin, allows in an element, as far as this package writes it.
type element struct {
	children, required, allowed string
	text                        bool
}

var schema = map[string]element{
	"testsuites": {children: "testsuite", allowed: "name time tests failures errors"},
	"testsuite":  {children: "properties testcase", required: "name tests failures errors", allowed: "skipped time"},
	"properties": {children: "property"},
	"property":   {required: "name value"},
	"testcase":   {children: "skipped error failure system-out", required: "name", allowed: "classname time"},
	"failure":    {allowed: "type message", text: true},
	"error":      {allowed: "type message", text: true},
	"skipped":    {allowed: "type message", text: true},
	"system-out": {text: true},
}

// junitTime is the schema's pattern of times.
var junitTime = regexp.MustCompile(`^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?$`)

// junitValid holds a file to the schema, and its numbers to what it has.
func junitValid(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = true
	var path []string
	counts := map[string]int{}
	var suite map[string]string
	sums := map[string]int{}
	var whole map[string]string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			may, known := schema[name]
			if !known || len(path) > 0 && !slices.Contains(strings.Fields(schema[path[len(path)-1]].children), name) || len(path) == 0 && name != "testsuites" {
				return fmt.Errorf("element %s in %v", name, path)
			}
			attrs := map[string]string{}
			for _, a := range e.Attr {
				if attrs[a.Name.Local] = a.Value; !slices.Contains(strings.Fields(may.required+" "+may.allowed), a.Name.Local) {
					return fmt.Errorf("%s has an attribute %s", name, a.Name.Local)
				}
				if a.Name.Local == "time" && !junitTime.MatchString(a.Value) {
					return fmt.Errorf("the time %q", a.Value)
				}
			}
			for _, r := range strings.Fields(may.required) {
				if _, there := attrs[r]; !there {
					return fmt.Errorf("%s has no attribute %s", name, r)
				}
			}
			switch name {
			case "testsuites":
				whole = attrs
			case "testsuite":
				suite, counts = attrs, map[string]int{}
			}
			counts[name]++
			path = append(path, name)
		case xml.EndElement:
			path = path[:len(path)-1]
			if e.Name.Local == "testsuite" {
				for attr, name := range map[string]string{"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"} {
					if suite[attr] != strconv.Itoa(counts[name]) {
						return fmt.Errorf("a suite with %s=%s has %d", attr, suite[attr], counts[name])
					}
					sums[attr] += counts[name]
				}
			}
		case xml.CharData:
			if len(bytes.TrimSpace(e)) > 0 && !schema[path[len(path)-1]].text {
				return fmt.Errorf("text %q in %v", e, path)
			}
		}
	}
	for _, attr := range []string{"tests", "failures", "errors"} {
		if whole[attr] != strconv.Itoa(sums[attr]) {
			return fmt.Errorf("all suites with %s=%s have %d", attr, whole[attr], sums[attr])
		}
	}
	return nil
}

// The check finds mistakes.
func TestJUnitCheck(t *testing.T) {
	good := written(t, comparison.JUnit, usual())
	for from, to := range map[string]string{
		`failures="2"`: `failures="3"`, `<testcase name=`: `<testcase nam=`, `</properties>`: `</properties><other/>`, `</property>`: `x</property>`, ` time="598.000"`: ` time="1s"`,
		`<system-out>`: "<system-out>\x01", ` classname="`: ` group="`,
	} {
		bad := strings.Replace(good, from, to, 1)
		if bad == good {
			t.Errorf("there is no %s", from)
		}
		if junitValid(bad) == nil {
			t.Errorf("%s instead of %s is valid", to, from)
		}
	}
}

// Whatever names are, a file is valid and has a test case for each script.
func TestJUnitHostile(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, in comparison.Input) {
		var b strings.Builder
		if err := comparison.JUnit(&b, in); err != nil {
			t.Fatalf("%v", err)
		}
		if err := junitValid(b.String()); err != nil {
			t.Fatalf("%v", err)
		}
		if n := strings.Count(b.String(), "<testcase "); n != len(in.Records) {
			t.Fatalf("%d test cases for %d records", n, len(in.Records))
		}
	}
	check(t, many())
	for _, word := range words() {
		check(t, hostile(word))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, hostile(hostileText().Draw(t, "word"))) })
}

// Long names that differ at their ends stay apart.
func TestJUnitLongNames(t *testing.T) {
	long := strings.Repeat("x", 1000)
	r := &compare.Report{Sides: sides(), Records: []compare.Record{script(long+"1", "QF_BV", 1, 1), script(long+"2", "QF_BV", 1, 1)}}
	text := written(t, comparison.JUnit, comparison.Input{Report: r})
	names := regexp.MustCompile(`<testcase name="([^"]*)"`).FindAllStringSubmatch(text, -1)
	if len(names) != 2 || names[0][1] == names[1][1] || len(names[0][1]) > 600 {
		t.Errorf("names %q", names)
	}
}
