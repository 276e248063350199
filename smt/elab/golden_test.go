package elab_test

import (
	"bytes"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/theory"
)

var update = flag.Bool("update", false, "write what is produced into the golden files")

// TestGolden reads the archives in testdata. Each file NAME.smt2 of an archive is followed by NAME.out, its
// canonical text, or by NAME.err, the error that it gives. Warnings precede the text as comments. A NAME that
// begins with strict- is read by the standard alone. NAME.z3, NAME.cvc5 and NAME.cvc4, where present, are the
// text for that solver.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			comment, files := readArchive(t, path)
			var out []archiveFile
			for i := 0; i < len(files); i++ {
				f := files[i]
				name, ok := strings.CutSuffix(f.Name, ".smt2")
				if !ok {
					t.Fatalf("%s follows no input", f.Name)
				}
				out = append(out, f)
				wants := map[string]archiveFile{}
				for i+1 < len(files) && !strings.HasSuffix(files[i+1].Name, ".smt2") {
					i++
					wants[filepath.Ext(files[i].Name)[1:]] = files[i]
				}
				t.Run(name, func(t *testing.T) {
					for _, r := range golden(t, name, f.Data, wants) {
						out = append(out, r)
						if *update {
							continue
						}
						want, ok := wants[filepath.Ext(r.Name)[1:]]
						if !ok {
							t.Errorf("no golden text for %s:\n%s", r.Name, r.Data)
						} else if d := cmp.Diff(want.Data, r.Data); d != "" {
							t.Errorf("%s (-want +got):\n%s", r.Name, d)
						}
					}
				})
			}
			if *update {
				writeArchive(t, path, comment, out)
			}
		})
	}
}

// golden reads src and returns what the archive should say about it.
func golden(t *testing.T, name, src string, wants map[string]archiveFile) []archiveFile {
	how := elab.Options{}
	if strings.HasPrefix(name, "strict-") {
		how.Dialects = theory.Standard
	}
	s, err := elab.Script(src, how)
	if err != nil {
		return []archiveFile{{Name: name + ".err", Data: err.Error() + "\n"}}
	}
	var text bytes.Buffer
	for _, w := range s.Warnings {
		text.WriteString("; " + w + "\n")
	}
	text.WriteString(s.String())
	again, err := elab.Script(s.String(), elab.Options{})
	if err != nil {
		t.Errorf("what was printed is rejected: %v\n%s", err, text.Bytes())
	} else if ok, why := script.Equal(s, again); !ok {
		t.Errorf("reading back gives another script: %s\n%s", why, text.Bytes())
	} else if again.String() != s.String() {
		t.Errorf("printing is no fixed point:\n%s\n%s", text.Bytes(), again.String())
	}
	out := []archiveFile{{Name: name + ".out", Data: text.String()}}
	for _, solver := range []string{"z3", "cvc5", "cvc4"} {
		if _, ok := wants[solver]; ok {
			p := script.Printer{Solver: solver, ForSolver: true}
			out = append(out, archiveFile{Name: name + "." + solver, Data: string(p.Append(nil, s))})
		}
	}
	return out
}
