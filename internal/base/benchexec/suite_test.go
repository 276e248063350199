package benchexec

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt"
)

func TestDefinition(t *testing.T) {
	got := string(Task{Path: "tasks/QF_S/a.yml", Input: `../../../b "c"/a's.smt2`, Logic: "QF_S", Verdict: smt.Unsat, Origin: "b\n!a"}.Definition())
	want := `# b?!a
format_version: "2.0"

input_files: "../../../b \"c\"/a's.smt2"

properties:
  - property_file: "../../properties/SMT.prp"
    expected_verdict: false

options:
  language: "SMT-LIB"
  logic: "QF_S"
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for status, want := range map[smt.Status]string{smt.Sat: "expected_verdict: true", smt.Unknown: "", smt.NoStatus: ""} {
		got := string(Task{Path: "tasks/a.yml", Input: "a", Verdict: status}.Definition())
		if want == "" && strings.Contains(got, "verdict") || !strings.Contains(got, want) || strings.Contains(got, "logic") {
			t.Errorf("%v:\n%s", status, got)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, tt := range []struct{ names, want []string }{
		{[]string{"bench/QF_S/a.smt2", "bench/QF_S/b.smt2.gz", "bench/LIA/a.smt2"}, []string{"tasks/QF_S/a.yml", "tasks/QF_S/b.yml", "tasks/LIA/a.yml"}},
		{[]string{"x/b.tar.zst!QF_S/a.smt2"}, []string{"tasks/a.yml"}},
		{[]string{"a.smt2", "a.smt2.gz", "A.smt2"}, []string{"tasks/a.yml", "tasks/a-2.yml", "tasks/A-3.yml"}},
		{[]string{"../../etc/a.smt2", "t.tar!../../b.smt2"}, []string{"tasks/etc/a.yml", "tasks/b.yml"}},
		{[]string{"d/[x]*.smt2", "d/.hid den/$HOME.smt2"}, []string{"tasks/_x__.yml", "tasks/_.hid_den/_HOME.yml"}},
		{[]string{"-rf", "."}, []string{"tasks/_-rf.yml", "tasks/_.yml"}},
		{nil, nil},
	} {
		if diff := cmp.Diff(tt.want, Paths(tt.names)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.names, diff)
		}
	}
}

func FuzzPaths(f *testing.F) {
	f.Add("a/b.smt2", "a/../c.smt2", "x!y")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		got := Paths([]string{a, b, c})
		seen := map[string]bool{}
		for _, p := range got {
			if seen[p] || !filepath.IsLocal(p) || !Plain(p) || !strings.HasPrefix(p, TaskFolder+"/") || !strings.HasSuffix(p, ".yml") || strings.ContainsAny(p, " \\\"'\n") {
				t.Errorf("%q: %q", []string{a, b, c}, got)
			}
			seen[p] = true
		}
	})
}

func TestBenchmark(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(string(Benchmark([]string{"z3", `cvc5 --x="<&>"`}))))
	var texts []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			texts = append(texts, string(text))
		}
	}
	if diff := cmp.Diff([]string{"z3", `cvc5 --x="<&>"`, "formulas.set", "properties/SMT.prp", "answers", "models", "findings"}, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// script has BenchExec read a suite as it does itself, and gives the tool-info module outputs of Assay.
const script = `
import sys, types
from benchexec import model, result, tooladapter, util
from benchexec.tools.template import BaseTool2 as B
config = types.SimpleNamespace(container=False)
name, tool = model.load_tool_info("tools.assay", config)
assert tool.name() == "Assay", tool.name()
line = tool.cmdline("assay", ["--solver", "z3"], B.Task.with_files(["a.smt2"]), B.ResourceLimits(cputime=60))
assert line == ["assay", "solve", "--json", "--jobs", "1", "--timeout", "20s", "--solver", "z3", "a.smt2"], line
line = tool.cmdline("assay", ["--solver", "z3;cvc5 -q", "--plain", "0"], B.Task.with_files(["a.smt2"]), B.ResourceLimits(walltime=1))
assert line[5:7] == ["--timeout", "1s"], line
line = tool.cmdline("assay", ["-t", "5s"], B.Task.with_files(["a.smt2"]), B.ResourceLimits())
assert line[5:] == ["-t", "5s", "a.smt2"], line
line = tool.cmdline("assay", ["--timeout=5s"], B.Task.with_files(["a.smt2"]), B.ResourceLimits(cputime=60))
assert line == ["assay", "solve", "--json", "--jobs", "1", "--timeout=5s", "a.smt2"], line
def verdict(text, code=0, ended=None):
    return tool.determine_result(B.Run(["assay"], util.ProcessExitCode.create(value=code), B.RunOutput(text.splitlines(True)), ended))
def solved(*runs, findings=""):
    runs = ",".join('{"solver":"s","answer":"%s","outcome":"%s","seconds":0.5}' % r for r in runs)
    return 'warning\n{"file":"a","truth":"sat","runs":[%s],"findings":[%s]}\n' % (runs, findings)
for want, got in [
    (result.RESULT_TRUE_PROP, verdict(solved(("sat", "sat"), ("unknown", "unknown")))),
    (result.RESULT_FALSE_PROP, verdict(solved(("unsat", "unsat")))),
    (result.RESULT_UNKNOWN, verdict(solved(("unknown", "unknown"), ("none", "timeout")))),
    (result.RESULT_TIMEOUT, verdict(solved(("none", "timeout")))),
    ("OUT OF MEMORY", verdict(solved(("none", "memory")))),
    (result.RESULT_DONE, verdict(solved(("sat unsat", "several")))),
    ("ERROR (crash, suspected refutation-soundness)", verdict(solved(("sat", "sat"), findings='{"class":"crash","suspect":false},{"class":"refutation-soundness","suspect":true}'), 10)),
    ("ERROR (unreadable formula)", verdict('{"file":"a","truth":"unknown","error":{"line":1},"runs":[],"findings":[]}', 1)),
    ("ERROR (usage)", verdict("", 2)),
    ("ERROR (unusable solver)", verdict("", 4)),
    (result.RESULT_ERROR, verdict("{", 77)),
    (result.RESULT_TIMEOUT, verdict("", 9, "cputime")),
]:
    assert want == got, (want, got)
column = lambda name: tool.get_value_from_output(B.RunOutput(solved(("sat", "sat"), ("none", "timeout")).splitlines(True)), name)
assert [column(c) for c in ("answers", "models", "seconds", "nothing")] == ["sat none", "- -", "1.000", ""]
for task in open("formulas.set").read().split():
    d = model.load_task_definition_file(task)
    files = model.handle_files_from_task_definition(d["input_files"], task)
    [prop] = d["properties"]
    [file] = util.expand_filename_pattern(prop["property_file"], "tasks")
    assert not result.Property.create(file).is_svcomp
    print(task, files, prop.get("expected_verdict"), d["options"])
`

// BenchExec reads what is written, where it is installed: in the folder that BENCHEXEC names, or for python3.
func TestBenchExec(t *testing.T) {
	python := "python3"
	if home := os.Getenv("BENCHEXEC"); home != "" {
		python = filepath.Join(home, "bin", "python3")
	}
	if err := exec.Command(python, "-c", "import benchexec").Run(); err != nil {
		t.Skip("BenchExec is not installed: pip install benchexec, and BENCHEXEC=the virtual environment")
	}
	tasks := []Task{
		{Path: "tasks/a.yml", Input: "a's.smt2", Logic: "QF_S", Verdict: smt.Sat, Origin: "x!é"},
		{Path: "tasks/b.yml", Input: `../é "b".smt2`, Verdict: smt.Unsat},
		{Path: "tasks/c.yml", Input: "a's.smt2"},
	}
	dir := t.TempDir()
	files := map[string][]byte{ToolFile: Tool, PropertyFile: []byte(Property), SetFile: Set(tasks), DefinitionFile: Benchmark([]string{"z3"}), "tasks/a's.smt2": nil, `é "b".smt2`: nil}
	for _, task := range tasks {
		files[task.Path] = task.Definition()
	}
	for name, data := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(python, "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONPATH="+dir, "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	want := `tasks/a.yml ["tasks/a's.smt2"] True {'language': 'SMT-LIB', 'logic': 'QF_S'}
tasks/b.yml ['é "b".smt2'] False {'language': 'SMT-LIB'}
tasks/c.yml ["tasks/a's.smt2"] None {'language': 'SMT-LIB'}
`
	if diff := cmp.Diff(want, string(out)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
