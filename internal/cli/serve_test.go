package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/review"
)

func TestServeToken(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) string {
		name := filepath.Join(dir, "token")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for _, tt := range []struct {
		listen, text string
		has          bool
		usage        bool
	}{
		{listen: "127.0.0.1:0"}, {listen: "localhost:80"}, {listen: "[::1]:0"}, {listen: "0.0.0.0:0", has: true}, {listen: ":7280", has: true}, {listen: "example.org:1", has: true},
		{listen: "7280", usage: true}, {listen: "127.0.0.1:0", text: "sixteen-letters-or-more\n", has: true}, {listen: "127.0.0.1:0", text: "short", usage: true},
		{listen: "127.0.0.1:0", text: "sixteen letters with blanks", usage: true},
	} {
		opts := serveOptions{Listen: tt.listen}
		if tt.text != "" {
			opts.TokenFile = file(tt.text)
		}
		token, err := opts.token()
		var exit *exitError
		if (token != "") != tt.has || (err != nil) != tt.usage || tt.usage && (!errors.As(err, &exit) || exit.code != exitUsage) {
			t.Errorf("%+v: %q, %v", tt, token, err)
		}
	}
}

// A mark from the page is one of assay triage: it can be read back, replaced and taken away, and entries of others stay.
func TestMarkFromPage(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, review.Folder, "crash-z3-1")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	cluster := `{"format":1,"name":"crash-z3-1","class":"crash","solver":"z3","signatures":["crash/z3/a.cpp:1"],"shapes":["15c3b70e5b0d3acf"]}`
	if err := os.WriteFile(filepath.Join(folder, review.ClusterFile), []byte(cluster), 0o644); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, known.FileName)
	if err := os.WriteFile(list, []byte("bug mine\n  status known\n  class crash\n  solver z3\n  signature crash/z3/b.cpp:2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		mark, note string
		want, not  string
	}{
		{"filed:https://example.org/1", "a note", "status filed https://example.org/1", "status ignored"}, {"ignored", "", "status ignored", "a note"}, {"new", "", "bug mine", "crash-z3-1"},
	} {
		if err := markFromPage(dir, "crash-z3-1", tt.mark, tt.note); err != nil {
			t.Fatalf("%s: %v", tt.mark, err)
		}
		text, err := os.ReadFile(list)
		if err != nil || !strings.Contains(string(text), tt.want) || strings.Contains(string(text), tt.not) || !strings.Contains(string(text), "bug mine") {
			t.Errorf("%s: %v\n%s", tt.mark, err, text)
		}
		if _, _, err := known.LoadAll(dir, nil); err != nil {
			t.Errorf("%s: %v", tt.mark, err)
		}
	}
	for _, bad := range [][2]string{{"crash-z3-1", "filed"}, {"crash-z3-1", "x"}, {"../x", "known"}} {
		if err := markFromPage(dir, bad[0], bad[1], ""); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
}
