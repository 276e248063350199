package smtcomp

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt"
)

// results are rows as results-sq-2024.json has them.
const results = `{"results":[
{"track":"SingleQuery","solver":"cvc5","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"a.smt2"},"result":"sat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6,"nb_answers":1},
{"track":"SingleQuery","solver":"Z3","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"a.smt2"},"result":"sat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"SingleQuery","solver":"Z3","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"one.smt2"},"result":"unsat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"UnsatCore","solver":"Z3","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"one.smt2"},"result":"unsat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"SingleQuery","solver":"Z3","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"both.smt2"},"result":"unsat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"SingleQuery","solver":"cvc5","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"both.smt2"},"result":"sat","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"SingleQuery","solver":"cvc5","file":{"incremental":false,"logic":"QF_S","family":["2019-x","deep"],"name":"late.smt2"},"result":"Timeout","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6},
{"track":"Incremental","solver":"cvc5","file":{"incremental":true,"logic":"QF_S","family":["inc"],"name":"many.smt2"},"result":"incremental","cpu_time":0.1,"wallclock_time":0.1,"memory_usage":1e6,"nb_answers":12}
]}`

const benchmarks = `{"incremental":[{"file":{"incremental":true,"logic":"LIA","family":["i"],"name":"i.smt2"},"check_sats":3}],
"non_incremental":[{"file":{"incremental":false,"logic":"LIA","family":["f"],"name":"s.smt2"},"status":"unsat","asserts":2},
{"file":{"incremental":false,"logic":"LIA","family":["g"],"name":"s.smt2"},"status":"sat","asserts":2},
{"file":{"incremental":false,"logic":"LIA","family":["f"],"name":"u.smt2"},"status":"unknown","asserts":2}],"other":{"a":[1]}}`

// table has columns as StarExec writes them; its answers begin with a blank in some years.
const table = `pair id,benchmark,benchmark id,solver,solver id,configuration,configuration id,status,cpu time,wallclock time,memory usage,result,expected
1,SMT-LIB/non-incremental/QF_UF/eq/a.smt2,1,Yices,1,d,1,complete,1,1,1, unsat,unsat
2,SMT-LIB/non-incremental/QF_UF/eq/b.smt2,1,Yices,1,d,1,complete,1,1,1,sat,starexec-unknown
3,SMT-LIB/non-incremental/QF_UF/eq/b.smt2,1,cvc5,1,d,1,complete,1,1,1,sat,starexec-unknown
4,SMT-LIB/non-incremental/QF_UF/eq/c.smt2,1,cvc5,1,d,1,complete,1,1,1,sat,unsat
5,SMT-LIB/non-incremental/QF_UF/eq/d.smt2,1,cvc5,1,d,1,timeout (wallclock),1,1,1,starexec-unknown,starexec-unknown
6,SMT-LIB/incremental/QF_UF/eq/e.smt2,1,cvc5,1,d,1,complete,1,1,1,12,
`

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func listOf(t *testing.T, texts ...string) *List {
	t.Helper()
	l := &List{}
	for _, text := range texts {
		file := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := l.Add(file); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestFind(t *testing.T) {
	l := listOf(t, packed(t, results), benchmarks, table)
	for _, tt := range []struct {
		file, logic string
		want        smt.Status // NoStatus for not found
		why         string
	}{
		{"QF_S.tar.zst!non-incremental/QF_S/2019-x/deep/a.smt2", "QF_S", smt.Sat, "2 solvers at SMT-COMP say so"},
		{"/data/deep/a.smt2.xz", "", smt.Sat, "2 solvers at SMT-COMP say so"},
		{"/data/eq/a.smt2", "QF_UF", smt.Unsat, "the status that SMT-COMP published says so"},
		{"/data/deep/a.smt2", "QF_UF", smt.NoStatus, ""}, // another logic
		{"/data/a.smt2", "QF_S", smt.NoStatus, ""},       // another folder
		{"/data/deep/one.smt2", "QF_S", smt.Unknown, "only one solver answered it at SMT-COMP"},
		{"/data/deep/both.smt2", "QF_S", smt.Unknown, "SMT-COMP's results contradict each other: sat by 1 of the solvers, unsat by 1 of the solvers"},
		{"/data/deep/late.smt2", "QF_S", smt.Unknown, "no solver answered it at SMT-COMP"},
		{"/data/inc/many.smt2", "QF_S", smt.NoStatus, ""},
		{"/data/f/s.smt2", "LIA", smt.Unsat, "the status that SMT-COMP published says so"},
		{"/data/g/s.smt2", "LIA", smt.Sat, "the status that SMT-COMP published says so"},
		{"/data/h/s.smt2", "LIA", smt.NoStatus, ""},
		{"/data/f/u.smt2", "LIA", smt.Unknown, "no solver answered it at SMT-COMP"},
		{"/data/QF_UF/eq/b.smt2", "", smt.Sat, "2 solvers at SMT-COMP say so"},
		{"/data/eq/c.smt2", "QF_UF", smt.Unknown, "SMT-COMP's results contradict each other: sat by 1 of the solvers, unsat by its status"},
		{"/data/eq/d.smt2", "QF_UF", smt.Unknown, "no solver answered it at SMT-COMP"},
		{"/data/eq/e.smt2", "QF_UF", smt.NoStatus, ""},
	} {
		e, ok := l.Find(tt.file, tt.logic)
		if ok != (tt.want != smt.NoStatus) || ok && (e.Status != tt.want || e.Why != tt.why) {
			t.Errorf("%s (%s): %+v, %t; want %v: %s", tt.file, tt.logic, e, ok, tt.want, tt.why)
		}
	}
	counts, first := l.Counts(1)
	want := Counts{Benchmarks: 11, Known: 5, Lone: 1, Contradicted: 2, Unknown: 3, Incremental: 3}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if len(first) != 1 || first[0].Benchmark != "SMT-LIB/non-incremental/QF_UF/eq/c.smt2" {
		t.Errorf("the first contradiction: %+v", first)
	}
}

// The longest end of a path decides, and nothing does if two benchmarks fit equally well.
func TestAmbiguous(t *testing.T) {
	l := listOf(t, "benchmark,answer,status,logic\nA/x/f/a.smt2,sat,sat,LIA\nB/y/f/a.smt2,unsat,unsat,LIA\ntop.smt2,sat,unsat,\nnew/b.smt2,,sat,\n")
	for file, want := range map[string]smt.Status{"/d/x/f/a.smt2": smt.Sat, "/d/y/f/a.smt2": smt.Unsat, "/d/f/a.smt2": smt.NoStatus, "/d/z/f/a.smt2": smt.NoStatus, "/q/new/b.smt2": smt.Sat, "/q/top.smt2": smt.Unknown} {
		if e, ok := l.Find(file, "LIA"); ok != (want != smt.NoStatus) || ok && e.Status != want {
			t.Errorf("%s: %+v, %t, want %v", file, e, ok, want)
		}
	}
}

func TestOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "it is empty",
		"a,b\n1,2\n":                 "the header has no column benchmark",
		"benchmark,solver\nx,y\n":    "neither result nor expected",
		"benchmark,result\n,sat\n":   "a row without a benchmark",
		`{"a":1}`:                    "there are neither results nor benchmarks in it",
		`{"results":1}`:              "1 in the place of [",
		`{"results":[{}]}`:           "a row without the name of a file",
		`{"results":[{"file":{"nam`:  "unexpected EOF",
		`{"results":[`:               "unexpected EOF",
		`{"results":[]`:              "unexpected EOF",
		`{"results":[{"file":1}]}`:   "cannot unmarshal",
		packed(t, `{"results":`)[:9]: "cut off",
	} {
		file := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := (&List{}).Add(file)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if err := (&List{}).Add(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{results, benchmarks, table} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l := &List{}
		err := l.read("list", bytes.NewReader(data))
		var format *FormatError
		if err != nil && !errors.As(err, &format) {
			t.Fatal(err)
		}
		c, _ := l.Counts(3)
		if c.Benchmarks != c.Known+c.Lone+c.Contradicted+c.Unknown {
			t.Fatalf("%+v", c)
		}
		for path, b := range l.byPath {
			if e, ok := l.Find("/x/"+path, b.logic); ok && e.Status == smt.NoStatus {
				t.Fatalf("%q: %+v", path, e)
			}
		}
	})
}
