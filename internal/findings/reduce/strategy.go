package reduce

import (
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/script"
)

// maxRounds bounds the rounds through all passes. A round that finds nothing ends a reduction long before.
const maxRounds = 500

// run reduces in the best mode that the text allows.
func (s *search) run() {
	if !s.begin() {
		return
	}
	s.passes(table)
	// Raw candidates may sort-check in the end although the original did not, or did not behave the same once it was rewritten.
	if s.mode == Raw && !s.cfg.Raw && !s.over() && s.enterTyped() {
		s.passes(table)
	}
	// Steps that made the text larger may not have paid off.
	if len(s.best.text) < len(s.cur.text) && !s.over() {
		if l, err := lay(s.best.text); err == nil {
			s.setState(l)
			s.grown = maxGrown
			s.passes(table)
		}
	}
}

// setState continues from a text that holds.
func (s *search) setState(l *layout) {
	var sc *script.Script
	if s.typed {
		sc, _ = NewCandidate(l.text, s.cfg.Table).Script()
	}
	s.cur = s.stateOf(l, sc)
	s.version++
}

// shorten gives all symbols short names at once, if that holds.
func (s *search) shorten() {
	if s.chosen != nil && !s.chosen[namesPass.Name] || s.over() {
		return
	}
	edits := shorterNames(s.cur)
	if len(edits) == 0 {
		return
	}
	text, _ := s.cur.apply(edits)
	if l, err := lay(text); err == nil && len(l.text) < len(s.cur.text) && s.adopt(namesPass, l.text) {
		s.setState(l)
	}
}

// begin finds the mode: terms when the script as Assay writes it still holds, else s-expressions, else lines. It reports
// whether there is something left to do.
func (s *search) begin() bool {
	s.round = 1
	l, err := lay(s.best.text)
	if err != nil || !s.adopt(layoutPass, l.text) {
		if !s.over() {
			s.mode = Lines
			s.lines()
		}
		return false
	}
	s.mode = Raw
	s.setState(l)
	if !s.cfg.Raw {
		s.enterTyped()
	}
	s.shorten()
	return !s.over()
}

// layoutPass and canonicalPass are the first steps, which count as passes.
var (
	layoutPass    = &Pass{Name: "layout", Doc: "write the text without comments, one command per line"}
	canonicalPass = &Pass{Name: "canonical", Doc: "write the terms in the form that Assay gives them"}
)

// adopt asks whether a text that says the same holds too, and accepts it if it does.
func (s *search) adopt(p *Pass, text string) bool {
	if text == s.best.text {
		return true
	}
	c := NewCandidate(text, s.cfg.Table)
	t := &trial{candidate: c, pass: p, key: keyOfText(text)}
	offered := false
	held := s.first(func() *trial {
		if offered {
			return nil
		}
		offered = true
		return t
	})
	if held == nil {
		return false
	}
	s.best = c // also when it is longer: what follows starts from it
	s.version++
	if s.cfg.Better != nil {
		if err := s.cfg.Better(c); err != nil {
			s.err = err
		}
	}
	return true
}

// enterTyped switches to terms if the current text sort-checks and still holds as Assay writes it.
func (s *search) enterTyped() bool {
	c := NewCandidate(s.cur.text, s.cfg.Table)
	sc, err := c.Script()
	if err != nil {
		return false
	}
	// Not every solver reads the short forms of declarations.
	for _, short := range []bool{true, false} {
		st := newState(s.cur.layout, sc, s.cfg.Table)
		st.printer.Short = short
		l, err := lay(st.print(st.script.Commands))
		if err != nil {
			return false
		}
		if _, err = NewCandidate(l.text, s.cfg.Table).Script(); err != nil {
			return false // Assay can read what it writes: this cannot happen, but is easily survived
		}
		if s.adopt(canonicalPass, l.text) {
			s.typed, s.mode, s.short = true, Typed, short
			s.setState(l)
			return true
		}
		if s.over() {
			return false
		}
	}
	return false
}

// passes goes through a table of passes until none finds anything. Edits that failed before are left out as long as there is something else
// to try: most of them would fail again. The last rounds try them all.
func (s *search) passes(all []*Pass) {
	s.patient = false
	for ; s.round < maxRounds && !s.over(); s.round++ {
		before := s.version
		for _, p := range all {
			if s.chosen != nil && !s.chosen[p.Name] || p.typed && !s.typed || p.last && (!s.patient || s.version != before) {
				continue
			}
			if v, ok := s.clean[p.Name]; ok && v == s.version {
				continue
			}
			s.sweep(p)
			if s.over() {
				return
			}
		}
		if s.version == before {
			if s.patient {
				return
			}
			s.patient = true
			clear(s.clean)
		} else {
			s.patient = false
		}
	}
}

// sweep goes through the edits of a pass once: several together, if the pass allows it, then ever fewer, then one by one.
func (s *search) sweep(p *Pass) {
	start := s.version
	edits := s.edits(p)
	size := 1
	if p.together && (s.round <= 2 || len(edits) > manyEdits) {
		size = len(edits)
	}
	for {
		for pos := 0; pos < len(edits); {
			t := s.chunk(p, edits, pos, size)
			if s.over() && t == nil {
				return
			}
			if t == nil {
				break
			}
			s.accept(t)
			if s.over() {
				return
			}
			edits = s.edits(p)
			pos = resume(p, edits, t)
			size = min(size, max(1, len(edits)))
		}
		if size <= 1 {
			break
		}
		size = (size + 1) / 2
		if size > 1 && size < minChunk {
			size = 1
		}
	}
	if s.version == start {
		s.clean[p.Name] = s.version
	}
}

const (
	// manyEdits is the number of edits from which trying them together is worthwhile in later rounds too.
	manyEdits = 24
	// minChunk is the smallest number of edits that are tried together rather than alone.
	minChunk = 2
)

// edits returns what a pass proposes in the current state, without deferred edits.
func (s *search) edits(p *Pass) []edit {
	return s.open(p, p.edits(s.cur))
}

// open leaves out deferred edits.
func (s *search) open(p *Pass, all []edit) []edit {
	kept := all[:0:0]
	for _, e := range all {
		if e.key != 0 {
			e.key = mix(e.key, p.hash())
			if !s.patient && (s.failed[e.key] || slices.ContainsFunc(e.parts, func(part uint64) bool { return s.failed[mix(part, p.hash())] })) {
				continue
			}
		}
		kept = append(kept, e)
	}
	return kept
}

// chunk tries the edits from pos on, size of them at a time, and returns the first trial that holds.
func (s *search) chunk(p *Pass, edits []edit, pos, size int) *trial {
	var expanded []edit // of the edit before pos
	return s.first(func() *trial {
		for pos < len(edits) || len(expanded) > 0 {
			if len(expanded) > 0 {
				t := s.try(p, expanded[:1:1])
				expanded = expanded[1:]
				if t != nil {
					t.at, t.gain = pos-1, edits[pos-1].gain
					return t
				}
				continue
			}
			from, to := pos, min(pos+size, len(edits))
			pos = to
			if edits[from].expand != nil {
				pos = from + 1
				expanded = s.open(p, edits[from].expand())
				continue
			}
			if t := s.try(p, edits[from:to:to]); t != nil {
				t.at = from
				return t
			}
		}
		return nil
	})
}

// resume is the position at which a pass continues after a trial was accepted: the edits before it have just failed.
func resume(p *Pass, edits []edit, t *trial) int {
	if !p.large {
		return min(t.at, len(edits))
	}
	for i := range edits {
		if edits[i].gain <= t.gain {
			return i
		}
	}
	return len(edits)
}

// lines reduces a text that is not s-expressions, or one whose layout matters: delta debugging over its lines.
func (s *search) lines() {
	p := &Pass{Name: "lines", Doc: "erase lines", together: true}
	lines := strings.SplitAfter(s.best.text, "\n")
	for size := len(lines); size > 0 && !s.over(); {
		removed := false
		for pos := 0; pos < len(lines); {
			at := pos
			t := s.first(func() *trial {
				if at >= len(lines) {
					return nil
				}
				from, to := at, min(at+size, len(lines))
				at = to
				text := strings.Join(lines[:from], "") + strings.Join(lines[to:], "")
				return &trial{
					candidate: NewCandidate(text, s.cfg.Table), pass: p, key: keyOfText(text), at: from,
				}
			})
			if t == nil {
				break
			}
			lines = append(lines[:t.at:t.at], lines[min(t.at+size, len(lines)):]...)
			pos, removed = t.at, true
			s.improved(t.candidate)
			if s.over() {
				return
			}
		}
		if size == 1 && removed {
			continue
		}
		size = min(size, len(lines)) / 2
	}
}
