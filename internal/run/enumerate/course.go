package enumerate

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/mutate/kit/termspace"
	"github.com/assay-smt/assay/smt"
)

// A Course is an enumeration under way: what was looked at, what came of it, and what is left. It belongs to one goroutine; lookers work beside it.
type Course struct {
	Job *Job
	// Left are the batches that are still to be looked at, in order.
	Left []Batch
	// Spent is the CPU time of the solver so far.
	Spent time.Duration

	space   *termspace.Space
	docket  Docket
	dir     string // "" for none
	journal *disk.Journal
	sums    map[cellSize]*sum
	by      map[Ask]Tally
	why     map[string]int64
}

type cellSize struct{ cell, size int }

// A sum is what came of the terms of a cell and size.
type sum struct {
	numbers int
	tally   Tally
}

// The name of the journal in its folder.
const journalName = "journal.jsonl"

// Begin begins an enumeration, or goes on with the one in dir; "" keeps nothing. What is confirmed is written to scratch first.
func Begin(j *Job, dir string, scratch *disk.Scratch) (*Course, error) {
	c := &Course{Job: j, docket: Docket{Job: j, Dir: scratch}, dir: dir, sums: make(map[cellSize]*sum), by: make(map[Ask]Tally), why: make(map[string]int64)}
	var err error
	if c.space, err = j.Space(); err != nil {
		return nil, err
	}
	done := make(map[Batch]bool)
	if dir != "" {
		if err := disk.MakeDir(dir); err != nil {
			return nil, err
		}
		c.journal, err = OpenJournal(filepath.Join(dir, journalName), j, func(e Entry) {
			done[e.Batch] = true
			c.enter(&e)
		})
		if err != nil {
			return nil, err
		}
	}
	c.Left = slices.DeleteFunc(j.Plan.Batches(c.space), func(b Batch) bool { return done[b] })
	return c, nil
}

// Close closes the journal.
func (c *Course) Close() error {
	if c.journal == nil {
		return nil
	}
	return c.journal.Close()
}

// enter adds what came of a batch to the sums.
func (c *Course) enter(e *Entry) {
	at := cellSize{e.Cell, e.Size}
	if c.sums[at] == nil {
		c.sums[at] = &sum{}
	}
	c.sums[at].numbers += e.Numbers
	c.sums[at].tally.Add(e.Terms)
	for a, t := range e.By {
		of := c.by[a]
		of.Add(t)
		c.by[a] = of
	}
	for why, n := range e.Why {
		c.why[why] += n
	}
	c.Spent += e.Spent
	for _, f := range e.Found {
		if !slices.Contains(c.docket.Found, f) {
			c.docket.Found = append(c.docket.Found, f)
		}
	}
	for i, n := range e.Also {
		if i < len(c.docket.Found) {
			c.docket.Found[i].Also += n
		}
	}
}

// Take takes what came of a batch: it confirms what looked wrong, keeps it, and returns what is new.
func (c *Course) Take(ctx context.Context, r Report) ([]*Finding, error) {
	e := Entry{Report: r, Also: make(map[int]int64)}
	for _, s := range r.Suspects {
		f, became, err := c.docket.try(ctx, r.Batch, s)
		if err != nil {
			return nil, err
		}
		switch became {
		case fresh:
			if err := c.keep(f); err != nil {
				return nil, err
			}
			e.Found = append(e.Found, f)
		case again, covered:
			e.Also[slices.Index(c.docket.Found, f)]++
		}
		t := tallied(&s, f, became)
		if t.Unread > 0 {
			e.Why["unread: sat, which no sample shows"]++
		}
		of := e.By[s.Ask]
		of.Add(t)
		e.By[s.Ask] = of
		e.Terms.Add(t)
	}
	if c.journal != nil {
		if err := c.journal.Add(e); err != nil {
			return nil, err
		}
	}
	c.enter(&e)
	return e.Found, nil
}

// tallied counts what became of a suspect: the finding that it is or looks like, nil for none.
func tallied(s *Suspect, f *Finding, became fate) Tally {
	legitimate := s.Ask == Pair && s.Truths[0] == smt.NoStatus && s.kind.signature == "" // no sample shows that they differ, but a model may
	switch {
	case became == covered:
		return Tally{Alike: 1}
	case f != nil && f.Suspected:
		return Tally{Suspected: 1}
	case f != nil:
		return Tally{Wrong: 1}
	case became == unasked && legitimate:
		return Tally{Unread: 1}
	case became == unasked:
		return Tally{Unasked: 1}
	case legitimate:
		return Tally{Agreed: 1}
	}
	return Tally{Unconfirmed: 1}
}

// keep writes the files of a finding.
func (c *Course) keep(f *Finding) error {
	if c.dir == "" {
		return nil
	}
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, strings.Join(f.Operators, "-"))
	f.Folder = filepath.Join(c.dir, fmt.Sprintf("%03d-%s-%s", len(c.docket.Found), f.Class, word[:min(len(word), 60)]))
	if err := disk.MakeDir(f.Folder); err != nil {
		return err
	}
	files := map[string]string{"bug.smt2": f.Script, "finding.txt": f.Text() + "\n"}
	if f.Model != "" {
		files["model.smt2"] = f.Model + "\n"
	}
	for name, text := range files {
		if err := disk.WriteAtomic(filepath.Join(f.Folder, name), []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// Text describes a finding, for people.
func (f *Finding) Text() string {
	text := fmt.Sprintf("%s: %s\n%s", f.Kind(), f.Summary, strings.TrimSpace(f.Script))
	if f.Model != "" {
		text += "\nwith " + strings.Join(strings.Fields(f.Model), " ")
	}
	return text
}

// Kind names the class of a finding, and says if it is only suspected.
func (f *Finding) Kind() string {
	if f.Suspected {
		return string(f.Class) + " (suspected)"
	}
	return string(f.Class)
}

// Found returns all findings, those that are only suspected too, in the order in which they came. The caller must not change them.
func (c *Course) Found() []*Finding { return c.docket.Found }

// A Row is what came of the terms of an operator and a size.
type Row struct {
	Operator string `json:"operator"`
	Size     int    `json:"size"`
	// Space is the number of terms that there are, termspace.Many for that many and more. Whole: each was looked at.
	Space uint64 `json:"space"`
	Whole bool   `json:"whole"`
	// Share is the part of the space that was looked at.
	Share float64 `json:"share"`
	Tally
}

// Rows returns a row for each operator and size that was begun, in the order of the table, and Sizes one for each size.
func (c *Course) Rows() []Row {
	return c.rows(func(cell int) string { return c.space.Cells[cell].Name })
}

// Sizes returns a row for each size that was begun.
func (c *Course) Sizes() []Row { return c.rows(func(int) string { return "" }) }

func (c *Course) rows(operator func(cell int) string) []Row {
	type key struct {
		operator string
		size     int
	}
	var out []Row
	at := make(map[key]int)
	numbers, tried := make(map[key]float64), make(map[key]float64)
	for size := 1; size <= c.Job.Plan.Size; size++ {
		for i, cell := range c.space.Cells {
			k := key{operator(i), size}
			if _, known := at[k]; !known {
				at[k] = len(out)
				out = append(out, Row{Operator: k.operator, Size: size, Whole: true})
			}
			r := &out[at[k]]
			all := c.space.Numbers(cell, size)
			r.Space = min(r.Space+c.space.Terms(cell, size), termspace.Many)
			numbers[k] += float64(all)
			s := c.sums[cellSize{i, size}]
			if s == nil {
				r.Whole = r.Whole && all == 0
				continue
			}
			r.Whole = r.Whole && uint64(s.numbers) == all
			tried[k] += float64(s.numbers)
			r.Add(s.tally)
		}
	}
	for k, i := range at {
		if numbers[k] > 0 {
			out[i].Share = tried[k] / numbers[k]
		}
	}
	return slices.DeleteFunc(out, func(r Row) bool { return r.Space == 0 || r.Share == 0 })
}

// By returns what came of each way to ask.
func (c *Course) By() map[Ask]Tally { return c.by }

// Why counts the questions without an answer that says anything, and the terms without a value, by the reason. The caller must not change it.
func (c *Course) Why() map[string]int64 { return c.why }

// Leaves describes the variables and constants of the terms.
func (c *Course) Leaves() string {
	var out []string
	for _, s := range c.Job.Topic.Sorts {
		constants := slices.DeleteFunc(slices.Clone(s.Constants), func(t string) bool { return slices.Contains(c.space.Without, t) })
		if words := append(strings.Fields(s.Variables), constants...); len(words) > 0 {
			out = append(out, s.Sort+": "+strings.Join(words, " "))
		}
	}
	return strings.Join(out, "; ")
}
