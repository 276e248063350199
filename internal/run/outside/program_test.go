package outside

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSpec(t *testing.T) {
	for text, want := range map[string]string{
		"exec:./mine.py":                         "exec:mine.py",
		`exec:python3 "/a b/mine.py" --fast`:     "exec:python3+mine.py+--fast",
		"exec:/opt/x/yinyang.py typefuzz":        "exec:yinyang.py+typefuzz",
		"exec:we/ird:näme;rm":                    "exec:ird_n_me_rm",
		"exec:" + strings.Repeat("long", 100):    "exec:" + strings.Repeat("long", 15),
		"exec:a 'x/../../etc/passwd' '' $(HOME)": "exec:a+passwd+.+__HOME_",
	} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.Name(); got != want {
			t.Errorf("%s: the name is %q, not %q", text, got, want)
		}
		if again, err := ParseSpec(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%s: %s does not read back: %v", text, s, err)
		}
	}
	for _, text := range []string{"exec:", "exec:  ", "exec:'", "opfuzz"} {
		if s, err := ParseSpec(text); err == nil {
			t.Errorf("%q is %s", text, s)
		}
	}
}

// A program is the same wherever it is, and another one when its text or its arguments are others.
func TestHash(t *testing.T) {
	dir := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, copied, other := script("one", "#!/bin/sh\n"), script("copied", "#!/bin/sh\n"), script("other", "#!/bin/sh\nexit\n")
	hash := func(words ...string) string {
		p, err := (Spec{words}).Find()
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash()
	}
	if hash(one) != hash(copied) || hash("sh", one) != hash("sh", copied) {
		t.Error("a copy is another program")
	}
	seen := map[string]string{}
	for _, words := range [][]string{{one}, {other}, {one, "-v"}, {"sh", one}, {"sh", other}, {one, one}} {
		h := hash(words...)
		if was, ok := seen[h]; ok {
			t.Errorf("%v and %s have one hash", words, was)
		}
		seen[h] = strings.Join(words, " ")
	}
	if err := os.Symlink(one, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if hash(filepath.Join(dir, "link")) != hash(one) {
		t.Error("a link to a program is another program")
	}
}

// What cannot be started is refused with what to do about it.
func TestFindRefuses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("plain.py", []byte("print()\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", "dangling"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ word, says string }{
		{"./plain.py", "chmod +x ./plain.py"},
		{"plain.py", "write exec:./plain.py"},
		{"./missing", "there is no program ./missing"},
		{"./dangling", "there is no program ./dangling"},
		{dir, "there is no program"},
		{"surely-not-on-path", "there is no program surely-not-on-path"},
	} {
		_, err := Spec{[]string{tt.word}}.Find()
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, not %q", tt.word, err, tt.says)
		}
	}
}

func TestAbsolute(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("mine.py", nil, 0o755); err != nil {
		t.Fatal(err)
	}
	spec := Spec{[]string{"python3", "mine.py", "--fast"}}
	if got := spec.Absolute().words[1]; !filepath.IsAbs(got) || spec.Absolute().words[0] != "python3" || spec.Absolute().words[2] != "--fast" {
		t.Errorf("%v", spec.Absolute())
	}
}
