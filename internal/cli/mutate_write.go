package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/syntax"
)

// mutantInfo is what the command says about one mutant.
type mutantInfo struct {
	File     string   `json:"file"`
	Mutant   string   `json:"mutant"` // seed hash/engine/round/index
	Engine   string   `json:"engine"`
	SeedFile string   `json:"seed_file"`
	Seed     uint64   `json:"seed"`
	Truth    string   `json:"truth"`
	Truths   []string `json:"truths,omitempty"` // of each check-sat, where there are several
	Steps    []string `json:"steps"`
	// TextHash is that of the mutant's event in a campaign.
	TextHash uint64 `json:"text_hash,string"`
	// Also are files with the same mutant in the spelling of further solvers, where it differs from File's.
	Also []string `json:"also,omitempty"`
}

// maxStep bounds the description of a step in bytes: places in deep formulas have long paths.
const maxStep = 500

// mutantHeader begins every file that the command writes; only such files are ever overwritten.
const mutantHeader = "; A mutant made by assay"

// A mutantWriter writes mutants of one formula as numbered files, and says what it has written.
type mutantWriter struct {
	*Streams
	Dir, File string // the folder, and the formula
	Seed      uint64
	JSON      bool
	Written   int

	printers map[string]*script.Printer // by dialect
}

// write writes a mutant for those that it was made for, in one file for each spelling.
func (w *mutantWriter) write(mutant fuzzer.NamedMutant) error {
	info := mutantInfo{
		File:   filepath.Join(w.Dir, fmt.Sprintf("%04d.smt2", w.Written+1)),
		Mutant: mutant.Name.String(), Engine: mutant.Name.Engine, SeedFile: shownName(w.File), Seed: w.Seed,
		Truth: mutant.Truth.Status.String(), Steps: []string{}, TextHash: mutant.TextHash,
	}
	for _, t := range mutant.Truths {
		info.Truths = append(info.Truths, t.Status.String())
	}
	for _, step := range mutant.Steps {
		info.Steps = append(info.Steps, syntax.Clip(oneLine(step.String()), maxStep))
	}
	s, head := mutant.WithStatus(), info.header()
	var first []byte
	for i, dialect := range mutant.Dialects {
		read := s
		if dialect == "" {
			read = trial.WithoutTactics(s)
		}
		text, file := w.printer(dialect).Append([]byte(head), read), info.File
		switch {
		case i == 0:
			first = text
		case bytes.Equal(text, first):
			continue
		default:
			file = strings.TrimSuffix(file, ".smt2") + "." + cmp.Or(dialect, "standard") + ".smt2"
			info.Also = append(info.Also, file)
		}
		if err := w.guard(file); err != nil {
			return err
		}
		if err := disk.WriteAtomic(file, text); err != nil {
			return withExit(exitOutput, err)
		}
	}
	w.Written++
	if w.JSON && w.printJSON(&info) != nil {
		return errOutput
	}
	return nil
}

func (w *mutantWriter) printer(dialect string) *script.Printer {
	if w.printers == nil {
		w.printers = map[string]*script.Printer{}
	}
	if w.printers[dialect] == nil {
		w.printers[dialect] = &script.Printer{Solver: dialect}
	}
	return w.printers[dialect]
}

// guard refuses to overwrite the seed and anything that the command has not written itself.
func (w *mutantWriter) guard(file string) error {
	old, err := os.Stat(file)
	if err != nil {
		return nil
	}
	if seed, err := os.Stat(w.File); err == nil && os.SameFile(old, seed) {
		return usagef("%s is the seed, which is never overwritten; name another folder with --out", file)
	}
	if text, err := readAll(seedfiles.At(file), nil); err != nil || !strings.HasPrefix(text, mutantHeader) {
		return usagef("%s exists and is not a mutant; name another folder with --out", file)
	}
	return nil
}

// header says where the mutant comes from.
func (info *mutantInfo) header() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: engine %s, seed file %s, campaign seed %d\n", mutantHeader, info.Engine, oneLine(info.SeedFile), info.Seed)
	fmt.Fprintf(&b, "; mutant %s\n", info.Mutant)
	for i, step := range info.Steps {
		fmt.Fprintf(&b, "; step %d: %s\n", i+1, step)
	}
	return b.String()
}

// oneLine keeps a text inside a comment: quoted symbols and file names may hold line ends.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}
