// Package benchexec writes what BenchExec (https://github.com/sosy-lab/benchexec) needs to run tools on formulas: task definitions of format 2.0, a
// property, a set, a benchmark definition, and the tool-info module that makes Assay one of the tools.
package benchexec

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/smt"
)

// Tool is the tool-info module.
//
//go:embed assay.py
var Tool []byte

// The files of a suite, below its folder.
const (
	ToolFile       = "tools/assay.py"
	DefinitionFile = "assay.xml"
	SetFile        = "formulas.set"
	PropertyFile   = "properties/SMT.prp"
	TaskFolder     = "tasks"
)

// Property is the property of all tasks. It must not begin like those of SV-COMP, which have scores of their own.
const Property = "The formula is satisfiable.\n"

// A Task is a formula with what is known about it.
type Task struct {
	// Path is that of the task's definition below the folder of the suite, as Paths gives it.
	Path string
	// Input is the path of the formula relative to the folder of the definition. Plain has to hold for it.
	Input string
	// Logic is what the formula sets, "" for nothing.
	Logic string
	// Verdict is sat or unsat where the answer is known.
	Verdict smt.Status
	// Origin is how the formula is called where it comes from.
	Origin string
}

// Definition is the text of the task's definition, in YAML.
func (t Task) Definition() []byte {
	var b bytes.Buffer
	up := strings.Repeat("../", strings.Count(t.Path, "/"))
	fmt.Fprintf(&b, "# %s\nformat_version: \"2.0\"\n\ninput_files: %s\n\n", oneLine(t.Origin), quoted(t.Input))
	fmt.Fprintf(&b, "properties:\n  - property_file: %s\n", quoted(up+PropertyFile))
	switch t.Verdict {
	case smt.Sat:
		b.WriteString("    expected_verdict: true\n")
	case smt.Unsat:
		b.WriteString("    expected_verdict: false\n")
	}
	b.WriteString("\noptions:\n  language: \"SMT-LIB\"\n")
	if t.Logic != "" {
		fmt.Fprintf(&b, "  logic: %s\n", quoted(t.Logic))
	}
	return b.Bytes()
}

// quoted is a string as YAML has it in double quotes, which is as JSON has it.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string
	return strings.TrimSuffix(b.String(), "\n")
}

// oneLine makes a text fit for a comment.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == '\ufffd' {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// Set lists tasks as a benchmark definition includes them.
func Set(tasks []Task) []byte {
	var b bytes.Buffer
	for _, t := range tasks {
		b.WriteString(t.Path + "\n")
	}
	return b.Bytes()
}

// Benchmark is a benchmark definition that has Assay run solvers on the suite.
func Benchmark(solvers []string) []byte {
	var options strings.Builder
	for _, s := range solvers {
		options.WriteString("  <option name=\"--solver\">")
		_ = xml.EscapeText(&options, []byte(s)) // into memory
		options.WriteString("</option>\n")
	}
	return fmt.Appendf(nil, `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<!-- Change limits and options as you like, and run
       PYTHONPATH=. benchexec assay.xml
     in this folder. Other tools run on the same tasks, such as tool="z3". -->
<benchmark tool="tools.assay" timelimit="60 s" memlimit="4 GB" cpuCores="1">
%s  <rundefinition name="solve"/>
  <tasks name="formulas">
    <includesfile>%s</includesfile>
    <propertyfile>%s</propertyfile>
  </tasks>
  <columns>
    <column title="answers">answers</column>
    <column title="models">models</column>
    <column title="findings">findings</column>
  </columns>
</benchmark>
`, options.String(), SetFile, PropertyFile)
}

// Paths gives the formulas of these names the paths of their tasks' definitions, all different.
func Paths(names []string) []string {
	out := seedfiles.Places(names)
	for i, place := range out {
		out[i] = path.Join(TaskFolder, place) + ".yml"
	}
	return out
}

// Plain reports whether BenchExec takes a path as it is: it expands patterns, variables and home folders.
func Plain(file string) bool {
	return !strings.ContainsAny(file, "*?[$~") && !strings.ContainsFunc(file, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' })
}
