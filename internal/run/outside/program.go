package outside

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// Prefix begins the name of an engine or a check that is a program of the user's.
const Prefix = "exec:"

// A Spec is a program as a user names it: exec: and a command line.
type Spec struct {
	words []string
}

// ParseSpec reads what follows an option, such as exec:./mine.py or "exec:python3 mine.py --fast". It does not look at any file.
func ParseSpec(text string) (Spec, error) {
	line, ok := strings.CutPrefix(text, Prefix)
	if !ok {
		return Spec{}, fmt.Errorf("%q is not a program; write %sPROGRAM", text, Prefix)
	}
	words, err := shell.Split(line)
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", text, err)
	}
	if len(words) == 0 || words[0] == "" {
		return Spec{}, fmt.Errorf("%s names no program; write %sPROGRAM, such as %s./mine.py", text, Prefix, Prefix)
	}
	return Spec{words}, nil
}

// IsSpec reports whether a word is meant as a program.
func IsSpec(text string) bool { return strings.HasPrefix(text, Prefix) }

// String returns the text that ParseSpec reads.
func (s Spec) String() string { return Prefix + shell.Quote(s.words) }

// Name is short, and the same in whatever folder the program is: it is part of the names of mutants and findings. Programs of one name
// cannot be used together.
func (s Spec) Name() string {
	const limit = 60
	var parts []string
	for _, w := range s.words {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
				return r
			}
			return '_'
		}, filepath.Base(w))
		parts = append(parts, w)
	}
	name := strings.Join(parts, "+")
	return Prefix + name[:min(len(name), limit)]
}

// Absolute returns the program with absolute paths of the files among its words, so that it can be repeated from another folder.
func (s Spec) Absolute() Spec {
	words := make([]string, len(s.words))
	for i, w := range s.words {
		words[i] = w
		if !isFile(w) || i == 0 && !strings.Contains(w, "/") {
			continue
		}
		if abs, err := filepath.Abs(w); err == nil {
			words[i] = abs
		}
	}
	return Spec{words}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// A Program is one that can be started.
type Program struct {
	Spec
	argv []string
	hash string
}

// Hash returns 12 hexadecimal digits of the contents of the program and of the files among its arguments, and of its other arguments. Where these
// files are does not matter.
func (p *Program) Hash() string { return p.hash }

// Find looks the program up. The error says what to do.
func (s Spec) Find() (*Program, error) {
	path, err := sandbox.LookPath(s.words[0])
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("%s is not executable; type chmod +x %s, or name what runs it, as in \"%spython3 %s\"", s.words[0], shell.Quote(s.words[:1]), Prefix, s.words[0])
	case !strings.Contains(s.words[0], "/") && isFile(s.words[0]):
		return nil, fmt.Errorf("there is no program %s on PATH; for the file in this folder, write %s./%s", s.words[0], Prefix, s.words[0])
	default:
		return nil, fmt.Errorf("there is no program %s; give its path, as in %s./mine.py", s.words[0], Prefix)
	}
	p := &Program{Spec: s, argv: append([]string{path}, s.words[1:]...)}
	h := sha256.New()
	for i, w := range p.argv {
		if !isFile(w) {
			fmt.Fprintf(h, "word %q\n", w)
			continue
		}
		if i == 0 {
			fmt.Fprintln(h, "program")
		}
		if err := hashFile(h, w); err != nil {
			return nil, err
		}
	}
	p.hash = hex.EncodeToString(h.Sum(nil)[:6])
	return p, nil
}

func hashFile(h io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	n, err := io.Copy(h, f)
	fmt.Fprintf(h, "\n%d bytes\n", n)
	return err
}
