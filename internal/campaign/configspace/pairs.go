package configspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/campaign/configspace/covering"
	"github.com/assay-smt/assay/internal/solver/options"
)

// Pairs knows which pairs of settings of a target were tried together in a campaign, and makes configurations with those that were not: a
// covering array of strength two that grows row by row. Of numbers it knows the corners alone. Not safe for concurrent use.
type Pairs struct {
	space *Space
	place map[string]int // of options, by name
	first []int          // of each option, the number of its first value
	array *covering.Array
}

// rowSize is the largest number of settings in a row. Each row has that many over two pairs, and the more settings, the more rows are refused.
const rowSize = 8

// NewPairs returns pairs of a space of which none was tried.
func NewPairs(s *Space) *Pairs {
	p := &Pairs{space: s, place: make(map[string]int)}
	var levels []int
	n := 0
	for i, d := range s.dimensions {
		p.place[d.name] = i
		p.first, levels = append(p.first, n), append(levels, len(d.corners()))
		n += len(d.corners())
	}
	p.array = covering.New(levels)
	return p
}

// Clone returns a copy that shares nothing with p that changes.
func (p *Pairs) Clone() *Pairs { return &Pairs{p.space, p.place, p.first, p.array.Clone()} }

// Row returns settings of which as many pairs as possible were not tried, all of options of a smaller space; nil when all its pairs were.
func (p *Pairs) Row(r *rng.Rand, within *Space) []options.Setting {
	allowed := make([]bool, p.space.Len())
	for _, d := range within.dimensions {
		if at, ok := p.place[d.name]; ok {
			allowed[at] = true
		}
	}
	row := p.array.Row(r, rowSize, func(option int) bool { return allowed[option] })
	var out []options.Setting
	for _, v := range row {
		at, ok := slices.BinarySearch(p.first, v)
		if !ok {
			at-- // the option whose first value is before it
		}
		d := p.space.dimensions[at]
		out = append(out, options.Setting{Name: d.name, Value: d.corners()[v-p.first[at]]})
	}
	return out
}

// A Tried is a configuration that was run, as it is recorded: the numbers of its settings in ascending order with blanks between them, behind a !
// if the solver refused it. Settings that Pairs does not know are left out.
type Tried string

const refusedMark = "!"

// Tried returns the record of a configuration that was run; "" when it teaches nothing.
func (p *Pairs) Tried(settings []options.Setting, refused bool) Tried {
	var row []int
	for _, s := range settings {
		at, ok := p.place[s.Name]
		if !ok {
			continue
		}
		d := p.space.dimensions[at]
		if value, ok := d.canonical(s.Value); ok {
			if level := slices.Index(d.corners(), value); level >= 0 {
				row = append(row, p.first[at]+level)
			}
		}
	}
	if !p.array.Teaches(row) {
		return ""
	}
	slices.Sort(row)
	var out []byte
	if refused {
		out = append(out, refusedMark...)
	}
	for i, v := range row {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendInt(out, int64(v), 10)
	}
	return Tried(out)
}

// Enter enters a record. What is none is ignored.
func (p *Pairs) Enter(t Tried) {
	text, refused := strings.CutPrefix(string(t), refusedMark)
	var row []int
	for word := range strings.FieldsSeq(text) {
		v, err := strconv.Atoi(word)
		if err != nil {
			return
		}
		row = append(row, v)
	}
	p.array.Enter(row, refused)
}

// A PairCount says how many pairs of settings there are, how many of them came in a run that the solver did not refuse, and how many were in so
// many refused ones that they are not tried any more.
type PairCount struct {
	Covered  int `json:"covered"`
	Refused  int `json:"refused"`
	Possible int `json:"possible"`
}

// Count counts the pairs.
func (p *Pairs) Count() PairCount {
	return PairCount{p.array.Covered(), p.array.Refused(), p.array.Possible()}
}

// A PairsState is what Pairs knows, as it is saved.
type PairsState struct {
	// Space identifies the options and values.
	Space string `json:"space"`
	covering.State
}

// Save returns what is known.
func (p *Pairs) Save() PairsState { return PairsState{p.space.fingerprint(), p.array.Save()} }

// Restore replaces what is known with what was saved. After an error nothing was tried.
func (p *Pairs) Restore(st PairsState) error {
	if st.Space != p.space.fingerprint() {
		return errors.New("the solver has other options now")
	}
	return p.array.Restore(st.State)
}

// fingerprint identifies the options of a space with their corners.
func (s *Space) fingerprint() string {
	h := sha256.New()
	for _, d := range s.dimensions {
		fmt.Fprintf(h, "%s %q\n", d.name, d.corners())
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
