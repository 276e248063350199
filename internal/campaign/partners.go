package campaign

import (
	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/kit/problem"
	"github.com/assay-smt/assay/smt/syntax"
)

// maxPartner is the size in bytes of the largest seed that is combined with another.
const maxPartner = 64 << 10

// partners implements mutate.Partners with the seeds of a campaign, grouped by logic.
type partners struct {
	logics  []string // in the order of the seeds
	byLogic map[string][]SeedSource
	fit     map[string][]string // for every logic of a seed, the logics that can be used in a script of that logic
}

// Partners returns what a campaign with the seeds lends to engines.
func Partners(sources []SeedSource) mutate.Partners {
	p := &partners{byLogic: map[string][]SeedSource{}, fit: map[string][]string{}}
	for _, s := range sources {
		if s.size > maxPartner {
			continue
		}
		if p.byLogic[s.logic] == nil {
			p.logics = append(p.logics, s.logic)
		}
		p.byLogic[s.logic] = append(p.byLogic[s.logic], s)
	}
	for _, logic := range p.logics {
		p.fit[logic] = p.compatible(logic)
	}
	return p
}

func (p *partners) compatible(logic string) []string {
	var out []string
	for _, other := range p.logics {
		if problem.Compatible(logic, other) {
			out = append(out, other)
		}
	}
	return out
}

// Partner chooses a logic first half of the time, so that the many seeds of one logic do not crowd out the others.
func (p *partners) Partner(r *rng.Rand, logic string) (seeds.Seed, bool) {
	fit, known := p.fit[logic]
	if !known {
		fit = p.compatible(logic)
	}
	if len(fit) == 0 {
		return seeds.Seed{}, false
	}
	other := logic
	if r.Bool() || p.byLogic[logic] == nil {
		other = rng.Pick(r, fit)
	}
	s := rng.Pick(r, p.byLogic[other])
	seed, err := s.Seed()
	return seed, err == nil
}

// maxPreamble is how many commands a text may have before it sets its logic.
const maxPreamble = 50

// logicOf finds the logic that a text sets, "" for none, without reading all of it.
func logicOf(text string) string {
	var tree syntax.Tree
	r := syntax.NewReader(text)
	for range maxPreamble {
		if more, err := r.Next(&tree); err != nil || !more {
			return ""
		}
		if kids := tree.Children(syntax.Root); len(kids) == 2 && tree.Is(kids[0], "set-logic") {
			name, _ := tree.Name(kids[1])
			return name
		}
	}
	return ""
}
