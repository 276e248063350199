package archtest_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/testing/archtest"
)

const module = "github.com/assay-smt/assay"

func readPolicy(t *testing.T) *archtest.Policy {
	t.Helper()
	text, err := os.ReadFile("policy.txt")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := archtest.ParsePolicy("policy.txt", string(text))
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

func scanModule(t *testing.T) []archtest.Package {
	t.Helper()
	packages, err := archtest.Scan(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	self := slices.ContainsFunc(packages, func(p archtest.Package) bool { return p.Path == "internal/testing/archtest" })
	if !self {
		t.Fatalf("scanned %d packages, and this one is not among them", len(packages))
	}
	return packages
}

// TestModule holds the module's own source to policy.txt.
func TestModule(t *testing.T) {
	for _, v := range readPolicy(t).Check(module, scanModule(t)) {
		t.Error(v)
	}
}

// TestDependenciesAreRecorded wants a record for each module that any file imports, tests included.
func TestDependenciesAreRecorded(t *testing.T) {
	text, err := os.ReadFile("../../../docs/adr/001-dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	var recorded []string
	for line := range strings.Lines(string(text)) {
		if heading, ok := strings.CutPrefix(line, "## `"); ok {
			name, _, _ := strings.Cut(heading, "`")
			recorded = append(recorded, name)
		}
	}
	for _, pkg := range scanModule(t) {
		for _, imported := range slices.Concat(pkg.Imports, pkg.TestImports) {
			first, _, _ := strings.Cut(imported.Name, "/")
			if !strings.Contains(first, ".") || imported.Name == module || strings.HasPrefix(imported.Name, module+"/") {
				continue
			}
			known := slices.ContainsFunc(recorded, func(r string) bool {
				return imported.Name == r || strings.HasPrefix(imported.Name, r+"/")
			})
			if !known {
				t.Errorf("%s:%d: no record of %s in docs/adr/001-dependencies.md", imported.File, imported.Line, imported.Name)
			}
		}
	}
}

// small is a policy with one line of each kind, for synthetic modules.
const small = `
order NONE < low, other
order low < mid, mid/part < GROUP
order GROUP < high
own os/exec: high
own example.org/lib/...: mid/...
own example.org/testonly: NONE
forbid os, os/...: low
call os.Exit, time.Now: high
tests mid/kit, mid/pure
order low < mid/pure
order NONE < far
order far < near < around
order NONE < quiet
apart far: quiet
`

func TestCheck(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string // beginnings of violations
	}{
		{
			name: "downwards",
			files: map[string]string{
				"low/a.go":  "package low",
				"mid/a.go":  "package mid\nimport _ \"m/low\"\nimport _ \"example.org/lib\"",
				"high/a.go": "package high\nimport (\n_ \"m/low\"\n_ \"m/mid/part\"\n\"os\"\n\"os/exec\"\n)\nfunc f() { os.Exit(1); exec.Command(\"x\") }",
			},
		},
		{
			name:  "upwards",
			files: map[string]string{"low/a.go": "package low\n\nimport _ \"m/high\""},
			want:  []string{"low/a.go:3: low may not import high:"},
		},
		{
			name:  "sideways",
			files: map[string]string{"mid/a.go": "package mid\nimport _ \"m/mid/part\""},
			want:  []string{"mid/a.go:2: mid may not import mid/part:"},
		},
		{
			name:  "never compared",
			files: map[string]string{"high/a.go": "package high\nimport _ \"m/other\""},
			want:  []string{"high/a.go:2: high may not import other:"},
		},
		{
			name:  "unknown package",
			files: map[string]string{"fresh/a.go": "package fresh"},
			want:  []string{"fresh/a.go:1: package fresh is in no layer"},
		},
		{
			name:  "import of an unknown package",
			files: map[string]string{"high/a.go": "package high\nimport _ \"m/fresh\""},
			want:  []string{"high/a.go:2: high may not import fresh:"},
		},
		{
			name:  "the module itself is a package like any other",
			files: map[string]string{"a.go": "package m", "high/a.go": "package high\nimport _ \"m\""},
			want:  []string{"a.go:1: package . is in no layer", "high/a.go:2: high may not import .:"},
		},
		{
			name:  "capability of another",
			files: map[string]string{"mid/a.go": "package mid\nimport _ \"os/exec\""},
			want:  []string{"mid/a.go:2: mid may not import os/exec: that belongs to high (policy.txt:4)"},
		},
		{
			name:  "a layer that does without",
			files: map[string]string{"low/a.go": "package low\nimport (\n_ \"os\"\n_ \"os/signal\"\n_ \"osx\"\n)"},
			want: []string{
				"low/a.go:3: low may not import os: its layer does without it (policy.txt:7)",
				"low/a.go:4: low may not import os/signal:",
			},
		},
		{
			name:  "third party without an owner",
			files: map[string]string{"high/a.go": "package high\nimport _ \"example.net/new\""},
			want:  []string{"high/a.go:2: nobody owns example.net/new:"},
		},
		{
			name:  "third party for tests only",
			files: map[string]string{"high/a.go": "package high\nimport _ \"example.org/testonly\""},
			want:  []string{"high/a.go:2: high may not import example.org/testonly: only tests may"},
		},
		{
			name:  "function of another",
			files: map[string]string{"mid/a.go": "package mid\nimport \"os\"\nfunc f() {\n\tos.Exit(1)\n}"},
			want:  []string{"mid/a.go:4: mid may not use os.Exit: that belongs to high"},
		},
		{
			name:  "function under another name",
			files: map[string]string{"mid/a.go": "package mid\nimport clock \"time\"\nvar f = clock.Now"},
			want:  []string{"mid/a.go:3: mid may not use time.Now:"},
		},
		{
			name:  "method of the same name",
			files: map[string]string{"mid/a.go": "package mid\nimport \"time\"\nfunc f(c struct{ time struct{ Now time.Time } }) any { return c.time.Now }"},
		},
		{
			name: "a package for tests is free, and for tests alone",
			files: map[string]string{
				"mid/kit/a.go":    "package kit\nimport (\n_ \"os\"\n_ \"testing\"\n_ \"example.org/testonly\"\n_ \"m/high\"\n)",
				"mid/a.go":        "package mid\nimport _ \"m/mid/kit\"",
				"mid/a_test.go":   "package mid\nimport _ \"m/mid/kit\"",
				"mid/kit/more.go": "package kit\nimport \"time\"\nvar _ = time.Now",
			},
			want: []string{"mid/a.go:2: mid may not import mid/kit: only tests may"},
		},
		{
			name: "a package for tests with a place in the order",
			files: map[string]string{
				"mid/pure/a.go": "package pure\nimport (\n_ \"os\"\n_ \"testing\"\n_ \"m/low\"\n)",
				"mid/pure/b.go": "package pure\nimport _ \"m/other\"",
				"high/a.go":     "package high\nimport _ \"m/mid/pure\"",
			},
			want: []string{
				"high/a.go:2: high may not import mid/pure: only tests may",
				"mid/pure/b.go:2: mid/pure may not import other: policy.txt does not put it below",
			},
		},
		{
			name: "apart, even in tests and through others",
			files: map[string]string{
				"far/a.go":         "package far",
				"near/a.go":        "package near\nimport _ \"m/far\"",
				"around/a.go":      "package around",
				"around/a_test.go": "package around\nimport _ \"m/near\"",
				"quiet/a_test.go":  "package quiet\nimport _ \"m/near\"\nimport _ \"m/around\"",
				"quiet/b_test.go":  "package quiet_test\nimport _ \"m/far\"",
				"quiet/c.go":       "package quiet",
			},
			want: []string{
				"quiet/a_test.go:2: quiet may not import near, not even in tests: it reaches far (policy.txt:",
				"quiet/b_test.go:2: quiet may not import far, not even in tests: it reaches far (policy.txt:",
			},
		},
		{
			name: "any platform",
			files: map[string]string{
				"low/a_windows.go": "package low\nimport _ \"os\"",
				"low/b.go":         "//go:build darwin\n\npackage low\nimport _ \"os\"",
			},
			want: []string{"low/a_windows.go:2:", "low/b.go:4:"},
		},
		{
			name: "not part of the build",
			files: map[string]string{
				"low/a_test.go":     "package low\nimport _ \"os/exec\"",
				"low/gen.go":        "//go:build ignore\n\npackage main\nimport _ \"os\"",
				"low/testdata/a.go": "package p\nimport _ \"os\"",
				"_old/a.go":         "package old",
				".bin/a.go":         "package bin",
				"tools/go.mod":      "module tools",
				"tools/sub/a.go":    "package sub",
				"checks/a_test.go":  "package checks\nimport _ \"m/high\"",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkSynthetic(t, small, tt.files, tt.want)
		})
	}
}

// checkSynthetic holds a module m with these files to a policy. Each violation has to begin as want says.
func checkSynthetic(t *testing.T, policyText string, files map[string]string, want []string) {
	t.Helper()
	policy, err := archtest.ParsePolicy("policy.txt", strings.TrimPrefix(policyText, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	root := make(fstest.MapFS)
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	packages, err := archtest.Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, v := range policy.Check("m", packages) {
		text := v.String()
		if i < len(want) && strings.HasPrefix(text, want[i]) {
			text = want[i]
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
}

// grouped has three groups: a folder with a package of its own and two below, one with two packages, and one that is a single package.
const grouped = `
groups NONE < base < mid < face
order NONE < base < base/one < base/two
order NONE < mid/a < mid/b
`

func TestGroups(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string // beginnings of violations
	}{
		{
			name: "every package of a lower group, and what the order allows in one's own",
			files: map[string]string{
				"base/a.go":     "package base",
				"base/one/a.go": "package one\nimport _ \"m/base\"",
				"base/two/a.go": "package two\nimport (\n_ \"m/base\"\n_ \"m/base/one\"\n)",
				"mid/a/a.go":    "package a\nimport _ \"m/base/two\"",
				"mid/b/a.go":    "package b\nimport (\n_ \"m/mid/a\"\n_ \"m/base\"\n)",
				"face/a.go":     "package face\nimport (\n_ \"m/mid/b\"\n_ \"m/base/one\"\n)",
			},
		},
		{
			name:  "upwards between groups",
			files: map[string]string{"base/two/a.go": "package two\nimport _ \"m/mid/a\""},
			want:  []string{"base/two/a.go:2: base/two may not import mid/a: policy.txt does not put it below"},
		},
		{
			name:  "upwards within a group",
			files: map[string]string{"mid/a/a.go": "package a\nimport _ \"m/mid/b\""},
			want:  []string{"mid/a/a.go:2: mid/a may not import mid/b: policy.txt does not put it below"},
		},
		{
			name:  "a group's name is a folder, no beginning of a name",
			files: map[string]string{"basement/a.go": "package basement"},
			want:  []string{"basement/a.go:1: package basement is in no layer"},
		},
		{
			name:  "a package of a group that no order line names",
			files: map[string]string{"mid/c/a.go": "package c\nimport _ \"m/base\""},
			want:  []string{"mid/c/a.go:1: package mid/c is in no layer"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkSynthetic(t, grouped, tt.files, tt.want) })
	}
}

func TestScanReportsBrokenSource(t *testing.T) {
	_, err := archtest.Scan(fstest.MapFS{"a/a.go": {Data: []byte("package")}})
	if err == nil || !strings.Contains(err.Error(), "a/a.go:1") {
		t.Errorf("error %v does not name the place", err)
	}
}

func TestParsePolicyErrors(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"unknown word", "# c\nallow a: b", `p:2: unknown word "allow"`},
		{"leading continuation", "  a < b", `p:1: unknown word ""`},
		{"no less-than", "order a, b", `p:1: no < in "a, b"`},
		{"no colon", "own a b", `p:1: no colon in "a b"`},
		{"empty name", "order NONE < a,, b", "p:1: empty name"},
		{"missing comma", "order NONE < a b", `p:1: no comma in "a b"`},
		{"NONE in the middle", "order NONE < a < NONE < b", "p:1: NONE stands alone and first"},
		{"NONE in company", "order NONE, a < b", "p:1: NONE stands alone and first"},
		{"not introduced", "order NONE < a\norder a, typo < b", "p: typo stands left of a <"},
		{"cycle", "order NONE < a < b < c\norder c < a", "p: cycle: a > c > b > a"},
		{"groups in a circle", "groups a < b < a", "p: cycle: a > b > a"},
		{"order between groups", "groups NONE < a < b\norder NONE < a/x < b/y", "p: an order line puts a/x below b/y, which is in another group"},
		{"cycle with itself", "order a < a", "p: cycle: a > a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := archtest.ParsePolicy("p", tt.text)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q...", err, tt.want)
			}
		})
	}
}
